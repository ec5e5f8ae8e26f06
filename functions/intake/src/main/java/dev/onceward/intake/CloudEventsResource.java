package dev.onceward.intake;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.Entrance.Admitted;
import dev.onceward.intake.Entrance.Turned;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.source.Sources;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;
import dev.onceward.signature.Verdict.Genuine;

/// The way in for CloudEvents: a Knative sink, and the receiver of the CloudEvents webhook specification.
@Path("/events")
final class CloudEventsResource {
    private final Sources sources;
    private final Doorway doorway;
    private final Reception reception;
    private final ReceiveCloudEvents receive;
    private final Answers answers;
    private final IntakeConfig config;

    CloudEventsResource(Sources sources, Doorway doorway, Reception reception, ReceiveCloudEvents receive,
            Answers answers, IntakeConfig config) {
        this.sources = sources;
        this.doorway = doorway;
        this.reception = reception;
        this.receive = receive;
        this.answers = answers;
        this.config = config;
    }

    @POST
    public Uni<RestResponse<String>> take(@Context HttpServerRequest request) {
        return sources.events()
                .map(source -> take(source, request))
                .orElseGet(() -> Uni.createFrom().item(closed()));
    }

    /// The handshake: a sender asks whether its events are welcome, and how many.
    @OPTIONS
    public RestResponse<String> welcome(@HeaderParam("WebHook-Request-Origin") @Nullable String origin) {
        if (sources.events().isEmpty()) {
            return closed();
        }
        var response = ResponseBuilder.<String>create(200).header("Allow", "OPTIONS, POST");
        return origin == null
                ? response.build()
                : response.header("WebHook-Allowed-Origin", config.allowedOrigin())
                        .header("WebHook-Allowed-Rate", config.allowedRate())
                        .build();
    }

    private Uni<RestResponse<String>> take(Source source, HttpServerRequest request) {
        return doorway.enter(source, request, entrance -> switch (entrance) {
            case Turned(var problem) -> receive.refused(source, problem);
            case Admitted(var whole) -> verified(source, whole);
        }).map(received -> answers.to(source, received));
    }

    private Uni<Received> verified(Source source, Request request) {
        return reception.verify(source, request).onItem().transformToUni(verdict -> verdict instanceof Genuine
                ? receive.genuine(source, request)
                : receive.refused(source, Reception.problem(verdict)));
    }

    private RestResponse<String> closed() {
        return answers.of(new Problem(ProblemType.UNKNOWN_SOURCE,
                "CloudEvents are not taken here: onceward.sources.events.* opens this address."));
    }
}
