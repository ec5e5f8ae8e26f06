package dev.onceward.intake.receive;

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

import dev.onceward.intake.answer.IntakeAnswers;
import dev.onceward.intake.body.ReadRequest;
import dev.onceward.intake.body.RequestRead.NotRead;
import dev.onceward.intake.body.RequestRead.ReadWhole;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.signature.Verdict.Genuine;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.ReceivedEvents;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// The way in for CloudEvents: a Knative sink, and the receiver of the CloudEvents webhook specification.
@Path("/events")
final class CloudEventsResource {
    private final Sources sources;
    private final ReadRequest readRequest;
    private final ReceiveWebhook receiveWebhook;
    private final ReceiveCloudEvents receive;
    private final IntakeAnswers intakeAnswers;
    private final IntakeConfig config;

    CloudEventsResource(Sources sources, ReadRequest readRequest, ReceiveWebhook receiveWebhook,
            ReceiveCloudEvents receive,
            IntakeAnswers intakeAnswers, IntakeConfig config) {
        this.sources = sources;
        this.readRequest = readRequest;
        this.receiveWebhook = receiveWebhook;
        this.receive = receive;
        this.intakeAnswers = intakeAnswers;
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
        return readRequest.enter(source, request, entrance -> switch (entrance) {
            case NotRead(var problem) -> receive.refused(source, problem);
            case ReadWhole(var whole) -> verified(source, whole);
        }).map(received -> intakeAnswers.to(source, received));
    }

    private Uni<ReceivedEvents> verified(Source source, Request request) {
        return receiveWebhook.verify(source, request).onItem().transformToUni(verdict -> verdict instanceof Genuine
                ? receive.genuine(source, request)
                : receive.refused(source, ReceiveWebhook.problem(verdict)));
    }

    private RestResponse<String> closed() {
        return intakeAnswers.of(new Problem(ProblemType.UNKNOWN_SOURCE,
                "CloudEvents are not taken here: onceward.sources.events.* opens this address."));
    }
}
