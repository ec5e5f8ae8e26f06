package dev.onceward.intake.receive;

import java.util.Set;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.answer.IntakeAnswers;
import dev.onceward.intake.answer.SendAnswers;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.count.CountOutcomes;
import dev.onceward.intake.source.Source;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemAnswer;
import dev.onceward.runtime.problem.ProblemType;

import static java.util.Objects.requireNonNull;

/// The address of webhooks. It is a route of Vert.x, because a REST resource takes more time for each webhook.
@Singleton
final class HookRoute {
    private static final String SOURCE = "source";
    /// Some senders check an address by one of these before they send to it.
    private static final Set<HttpMethod> CHECKS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private final Sources sources;
    private final ReceiveWebhook receiveWebhook;
    private final CountOutcomes countOutcomes;
    private final IntakeAnswers intakeAnswers;

    HookRoute(Sources sources, ReceiveWebhook receiveWebhook, CountOutcomes countOutcomes,
            IntakeAnswers intakeAnswers) {
        this.sources = sources;
        this.receiveWebhook = receiveWebhook;
        this.countOutcomes = countOutcomes;
        this.intakeAnswers = intakeAnswers;
    }

    void addTo(@Observes Router router) {
        router.route("/hooks/:" + SOURCE).handler(this::answer);
    }

    private void answer(RoutingContext routing) {
        var request = routing.request();
        var name = requireNonNull(routing.pathParam(SOURCE));
        var _ = Uni.createFrom().deferred(() -> answer(name, request))
                .onFailure().recoverWithItem(ProblemAnswer::unexpected)
                .subscribe().with(answer -> SendAnswers.to(request, answer));
    }

    private Uni<RestResponse<String>> answer(String name, HttpServerRequest request) {
        return sources.hook(name).map(source -> receive(source, request)).orElseGet(this::unknown);
    }

    private Uni<RestResponse<String>> receive(Source source, HttpServerRequest request) {
        if (request.method().equals(HttpMethod.POST)) {
            return receiveWebhook.receive(source, request).map(outcome -> intakeAnswers.to(request, source, outcome));
        }
        return CHECKS.contains(request.method())
                ? receiveWebhook.receiveBodiless(source, request).map(outcome -> intakeAnswers.of(source, outcome))
                : Uni.createFrom().item(() -> intakeAnswers.of(ReceiveWebhook.BY_POST));
    }

    private Uni<RestResponse<String>> unknown() {
        countOutcomes.unknownSource();
        return Uni.createFrom().item(intakeAnswers.of(new Problem(ProblemType.UNKNOWN_SOURCE,
                "No source of this name is configured: onceward.sources.NAME.* creates it.")));
    }
}
