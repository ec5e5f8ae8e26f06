package dev.onceward.intake.receive;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.answer.IntakeAnswers;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.count.CountOutcomes;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// The address of webhooks.
@Path("/hooks/{source}")
final class HookResource {
    private final Sources sources;
    private final ReceiveWebhook receiveWebhook;
    private final CountOutcomes countOutcomes;
    private final IntakeAnswers intakeAnswers;

    HookResource(Sources sources, ReceiveWebhook receiveWebhook, CountOutcomes countOutcomes,
            IntakeAnswers intakeAnswers) {
        this.sources = sources;
        this.receiveWebhook = receiveWebhook;
        this.countOutcomes = countOutcomes;
        this.intakeAnswers = intakeAnswers;
    }

    @POST
    public Uni<RestResponse<String>> receive(@RestPath String source, @Context HttpServerRequest request) {
        return sources.hook(source)
                .map(known -> receiveWebhook.receive(known, request)
                        .map(outcome -> intakeAnswers.to(request, known, outcome)))
                .orElseGet(this::unknown);
    }

    /// Some senders check an address by GET, HEAD or OPTIONS before they send to it.
    @GET
    public Uni<RestResponse<String>> get(@RestPath String source, @Context HttpServerRequest request) {
        return sources.hook(source)
                .map(known -> receiveWebhook.receiveBodiless(known, request)
                        .map(outcome -> intakeAnswers.of(known, outcome)))
                .orElseGet(this::unknown);
    }

    @HEAD
    public Uni<RestResponse<String>> head(@RestPath String source, @Context HttpServerRequest request) {
        return get(source, request);
    }

    @OPTIONS
    public Uni<RestResponse<String>> options(@RestPath String source, @Context HttpServerRequest request) {
        return get(source, request);
    }

    private Uni<RestResponse<String>> unknown() {
        countOutcomes.unknownSource();
        return Uni.createFrom().item(intakeAnswers.of(new Problem(ProblemType.UNKNOWN_SOURCE,
                "No source of this name is configured: onceward.sources.NAME.* creates it.")));
    }
}
