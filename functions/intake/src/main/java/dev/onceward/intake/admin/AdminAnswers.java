package dev.onceward.intake.admin;

import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.answer.IntakeAnswers;
import dev.onceward.intake.body.BodyMemoryLimit;
import dev.onceward.intake.body.Parsed.Invalid;
import dev.onceward.intake.body.Parsed.Valid;
import dev.onceward.intake.body.ReadRequest;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.ReceivedEvents;
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// What the admin API answers: to whoever has the token, about a source that is configured.
@Singleton
public final class AdminAnswers {
    static final String AUTHORIZATION = "Authorization";

    private final IntakeAdminToken token;
    private final Sources sources;
    private final BodyMemoryLimit bodyMemoryLimit;
    private final ReadRequest readRequest;
    private final IntakeAnswers intakeAnswers;

    AdminAnswers(IntakeAdminToken token, Sources sources, BodyMemoryLimit bodyMemoryLimit, ReadRequest readRequest,
            IntakeAnswers intakeAnswers) {
        this.token = token;
        this.sources = sources;
        this.bodyMemoryLimit = bodyMemoryLimit;
        this.readRequest = readRequest;
        this.intakeAnswers = intakeAnswers;
    }

    public Uni<RestResponse<String>> about(String source, HttpServerRequest request,
            Function<Source, Uni<RestResponse<String>>> work) {
        return token.refusal(request.getHeader(AUTHORIZATION)).map(this::refused)
                .orElseGet(() -> sources.named(source)
                        .map(known -> guarded(known, work))
                        .orElseGet(() -> refused(new Problem(ProblemType.UNKNOWN_SOURCE,
                                "No source of this name is configured."))));
    }

    /// With what the operator wrote, which nobody reads before the token was seen.
    public Uni<RestResponse<String>> withBody(String source, HttpServerRequest request, Function<Source, Long> cap,
            BiFunction<Source, Request, Uni<RestResponse<String>>> work) {
        return about(source, request, known -> withBody(known, request, cap.apply(known), work));
    }

    private Uni<RestResponse<String>> withBody(Source source, HttpServerRequest request, long cap,
            BiFunction<Source, Request, Uni<RestResponse<String>>> work) {
        var memory = bodyMemoryLimit.newShare();
        return readRequest.read(request, cap, memory)
                .chain(parsed -> switch (parsed) {
                    case Valid(var body) -> work.apply(source, body);
                    case Invalid(var problem) -> refused(problem);
                })
                .onFailure(BodyMemoryFull.class).recoverWithUni(() -> refused(BodyMemoryLimit.NO_MEMORY))
                .onTermination().invoke(memory::end);
    }

    /// One that is in quarantine.
    public <T> Uni<RestResponse<String>> found(Uni<Optional<T>> sought, Function<T, Uni<RestResponse<String>>> work) {
        return sought.onItem().transformToUni(found -> found.map(work).orElseGet(this::unknown));
    }

    public Uni<RestResponse<String>> unknown() {
        return refused(new Problem(ProblemType.NOT_IN_QUARANTINE,
                "GET /sources/{source}/quarantine lists what is there."));
    }

    /// As the sender would have been told.
    public Uni<RestResponse<String>> said(Source source, Uni<ReceivedEvents> received) {
        return received.map(whole -> intakeAnswers.to(source, whole));
    }

    public static Uni<RestResponse<String>> shown(Uni<JsonObject> json) {
        return json.map(IntakeAnswers::shown);
    }

    /// @throws IllegalArgumentException with a sentence
    public static UUID id(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException notOne) {
            throw new IllegalArgumentException("The id of a request in quarantine is a UUID.", notOne);
        }
    }

    private Uni<RestResponse<String>> guarded(Source source, Function<Source, Uni<RestResponse<String>>> work) {
        return Uni.createFrom().deferred(() -> work.apply(source))
                .onFailure(IllegalArgumentException.class).recoverWithItem(wrong -> intakeAnswers
                        .of(new Problem(ProblemType.MALFORMED, String.valueOf(wrong.getMessage()))))
                .onFailure()
                .invoke(failure -> Log.warnf("intake could not answer an operator's request: cause=%s",
                        failure.toString()))
                .onFailure().recoverWithItem(() -> intakeAnswers.of(new Problem(ProblemType.UNAVAILABLE,
                        "This cannot be done at the moment; the log says why.")));
    }

    private Uni<RestResponse<String>> refused(Problem problem) {
        return Uni.createFrom().item(intakeAnswers.of(problem));
    }
}
