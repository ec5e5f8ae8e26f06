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
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// The address of CloudEvents: a Knative sink, and the receiver of the CloudEvents webhook specification.
@Path("/events")
final class CloudEventsResource {
    private final Sources sources;
    private final ReceiveCloudEvents receiveCloudEvents;
    private final IntakeAnswers intakeAnswers;
    private final IntakeConfig config;

    CloudEventsResource(Sources sources, ReceiveCloudEvents receiveCloudEvents, IntakeAnswers intakeAnswers,
            IntakeConfig config) {
        this.sources = sources;
        this.receiveCloudEvents = receiveCloudEvents;
        this.intakeAnswers = intakeAnswers;
        this.config = config;
    }

    @POST
    public Uni<RestResponse<String>> receive(@Context HttpServerRequest request) {
        return sources.events()
                .map(source -> receiveCloudEvents.receive(source, request)
                        .map(received -> intakeAnswers.to(source, received)))
                .orElseGet(() -> Uni.createFrom().item(closed()));
    }

    /// Answers the handshake in which a sender asks whether it may send events, and how many per minute.
    @OPTIONS
    public RestResponse<String> options(@HeaderParam("WebHook-Request-Origin") @Nullable String origin) {
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

    private RestResponse<String> closed() {
        return intakeAnswers.of(new Problem(ProblemType.UNKNOWN_SOURCE,
                "No source of CloudEvents is configured: onceward.sources.events.* creates it."));
    }
}
