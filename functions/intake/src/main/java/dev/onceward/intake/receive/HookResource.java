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
import dev.onceward.intake.body.ReadRequest;
import dev.onceward.intake.body.RequestRead;
import dev.onceward.intake.body.RequestRead.NotRead;
import dev.onceward.intake.body.RequestRead.ReadWhole;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.count.CountOutcomes;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// The way in for webhooks.
@Path("/hooks/{source}")
final class HookResource {
    private static final Problem NOT_HERE = new Problem(ProblemType.METHOD_NOT_ALLOWED,
            "Webhooks of this source come by POST.");

    private final Sources sources;
    private final ReadRequest readRequest;
    private final ReceiveWebhook receiveWebhook;
    private final CountOutcomes countOutcomes;
    private final IntakeAnswers intakeAnswers;

    HookResource(Sources sources, ReadRequest readRequest, ReceiveWebhook receiveWebhook, CountOutcomes countOutcomes,
            IntakeAnswers intakeAnswers) {
        this.sources = sources;
        this.readRequest = readRequest;
        this.receiveWebhook = receiveWebhook;
        this.countOutcomes = countOutcomes;
        this.intakeAnswers = intakeAnswers;
    }

    @POST
    public Uni<RestResponse<String>> take(@RestPath String source, @Context HttpServerRequest request) {
        return sources.hook(source)
                .map(known -> take(known, request))
                .orElseGet(() -> Uni.createFrom().item(unknown()));
    }

    /// Some senders ask whether somebody is here before they send.
    @GET
    public Uni<RestResponse<String>> handshake(@RestPath String source, @Context HttpServerRequest request) {
        return sources.hook(source)
                .map(known -> handshake(known, request))
                .orElseGet(() -> Uni.createFrom().item(unknown()));
    }

    @HEAD
    public Uni<RestResponse<String>> look(@RestPath String source, @Context HttpServerRequest request) {
        return handshake(source, request);
    }

    @OPTIONS
    public Uni<RestResponse<String>> ask(@RestPath String source, @Context HttpServerRequest request) {
        return handshake(source, request);
    }

    private Uni<RestResponse<String>> take(Source source, HttpServerRequest request) {
        return readRequest.enter(source, request, requestRead -> receive(source, requestRead))
                .map(outcome -> intakeAnswers.to(request, source, outcome));
    }

    private Uni<RestResponse<String>> handshake(Source source, HttpServerRequest request) {
        return receiveWebhook.handshake(source, ReadRequest.bodiless(request))
                .map(outcome -> outcome.map(reply -> intakeAnswers.of(source, reply)))
                .orElseGet(() -> Uni.createFrom().item(intakeAnswers.of(NOT_HERE)));
    }

    private Uni<IntakeOutcome> receive(Source source, RequestRead requestRead) {
        return switch (requestRead) {
            case ReadWhole(var request) -> receiveWebhook.webhook(source, request);
            case NotRead(var problem) -> receiveWebhook.refuse(source, problem);
        };
    }

    private RestResponse<String> unknown() {
        countOutcomes.unknownSource();
        return intakeAnswers.of(new Problem(ProblemType.UNKNOWN_SOURCE, "No source of this name is configured: "
                + "onceward.sources.NAME.* makes one."));
    }
}
