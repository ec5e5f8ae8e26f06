package dev.onceward.intake;

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

import dev.onceward.intake.Entrance.Admitted;
import dev.onceward.intake.Entrance.Turned;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.source.Sources;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;

/// The way in for webhooks.
@Path("/hooks/{source}")
final class HookResource {
    private static final Problem NOT_HERE = new Problem(ProblemType.METHOD_NOT_ALLOWED,
            "Webhooks of this source come by POST.");

    private final Sources sources;
    private final Doorway doorway;
    private final Reception reception;
    private final Ledger ledger;
    private final Answers answers;

    HookResource(Sources sources, Doorway doorway, Reception reception, Ledger ledger, Answers answers) {
        this.sources = sources;
        this.doorway = doorway;
        this.reception = reception;
        this.ledger = ledger;
        this.answers = answers;
    }

    @POST
    public Uni<RestResponse<String>> take(@RestPath String source, @Context HttpServerRequest request) {
        return sources.hook(source)
                .map(known -> take(known, request))
                .orElseGet(() -> Uni.createFrom().item(unknown()));
    }

    /// Some senders ask whether somebody is here before they send.
    @GET
    public Uni<RestResponse<String>> greet(@RestPath String source, @Context HttpServerRequest request) {
        return sources.hook(source)
                .map(known -> greet(known, request))
                .orElseGet(() -> Uni.createFrom().item(unknown()));
    }

    @HEAD
    public Uni<RestResponse<String>> look(@RestPath String source, @Context HttpServerRequest request) {
        return greet(source, request);
    }

    @OPTIONS
    public Uni<RestResponse<String>> ask(@RestPath String source, @Context HttpServerRequest request) {
        return greet(source, request);
    }

    private Uni<RestResponse<String>> take(Source source, HttpServerRequest request) {
        return doorway.enter(source, request, entrance -> receive(source, entrance))
                .map(outcome -> answers.to(request, source, outcome));
    }

    private Uni<RestResponse<String>> greet(Source source, HttpServerRequest request) {
        return reception.greeting(source, Doorway.bodiless(request))
                .map(outcome -> outcome.map(reply -> answers.of(source, reply)))
                .orElseGet(() -> Uni.createFrom().item(answers.of(NOT_HERE)));
    }

    private Uni<Outcome> receive(Source source, Entrance entrance) {
        return switch (entrance) {
            case Admitted(var request) -> reception.webhook(source, request);
            case Turned(var problem) -> reception.refuse(source, problem);
        };
    }

    private RestResponse<String> unknown() {
        ledger.unknownSource();
        return answers.of(new Problem(ProblemType.UNKNOWN_SOURCE, "No source of this name is configured: "
                + "onceward.sources.NAME.* makes one."));
    }
}
