package dev.onceward.intake.answer;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

import dev.onceward.intake.handshake.HandshakeReply;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.intake.store.IntakeOutcome.HandshakeAnswered;
import dev.onceward.intake.store.IntakeOutcome.NewlyStored;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.intake.store.ReceivedEvents;
import dev.onceward.intake.store.ReceivedEvents.Each;
import dev.onceward.intake.store.ReceivedEvents.One;
import dev.onceward.internal.key.IdempotencyKey;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemAnswer;
import dev.onceward.runtime.problem.ProblemType;

/// Writes the outcome of a request as an HTTP answer. A duplicate gets the answer of the first request, with the header
/// `Idempotent-Replayed`.
@Singleton
public final class IntakeAnswers {
    private static final int ACCEPTED = 202;
    private static final int EMPTY = 204;
    private static final int SOME = 207;
    private static final int NONE = 400;
    static final String REPLAYED = "Idempotent-Replayed";

    private final Duration retryAfter;

    IntakeAnswers(IntakeConfig config) {
        this.retryAfter = config.retryAfter();
    }

    public RestResponse<String> of(Source source, IntakeOutcome intakeOutcome) {
        return switch (intakeOutcome) {
            case NewlyStored(var receipt) -> accepted(source, receipt).build();
            case Duplicate(var receipt, var _) -> accepted(source, receipt).header(REPLAYED, "true").build();
            case HandshakeAnswered(var handshakeReply) -> of(handshakeReply);
            case RequestRefused(var problem) -> of(problem);
        };
    }

    public RestResponse<String> to(Source source, ReceivedEvents receivedEvents) {
        return switch (receivedEvents) {
            case One(var intakeOutcome) -> of(source, intakeOutcome);
            case Each(var outcomes) -> each(outcomes);
        };
    }

    /// Writes the answer and echoes the request's header `Idempotency-Key`.
    public RestResponse<String> to(HttpServerRequest request, Source source, IntakeOutcome intakeOutcome) {
        var key = request.getHeader(IdempotencyKey.HEADER);
        if (key != null) {
            var _ = request.response().putHeader(IdempotencyKey.HEADER, key);
        }
        return of(source, intakeOutcome);
    }

    private static RestResponse<String> of(HandshakeReply handshakeReply) {
        var response = text(handshakeReply.status(), handshakeReply.body());
        handshakeReply.headers().forEach(response::header);
        return response.build();
    }

    public RestResponse<String> of(Problem problem) {
        return ProblemAnswer.of(problem, retryAfter);
    }

    /// Writes the outcome of each event of a batch: 202 if all are stored, 207 if some are. If PostgreSQL is
    /// unavailable the answer is 503, and the sender sends the whole batch again; events that were stored already are
    /// duplicates then.
    private RestResponse<String> each(List<IntakeOutcome> outcomes) {
        var items = new JsonArray(outcomes.stream().map(IntakeAnswers::item).toList());
        var stored = outcomes.stream().filter(intakeOutcome -> !(intakeOutcome instanceof RequestRefused)).count();
        if (outcomes.stream().anyMatch(IntakeAnswers::unavailable)) {
            return list(ProblemType.UNAVAILABLE.status(), items)
                    .header(HttpHeaders.RETRY_AFTER, retryAfter.toSeconds()).build();
        }
        return list(stored == outcomes.size() ? ACCEPTED : stored > 0 ? SOME : NONE, items).build();
    }

    private static boolean unavailable(IntakeOutcome intakeOutcome) {
        return intakeOutcome instanceof RequestRefused(var problem) && problem.type() == ProblemType.UNAVAILABLE;
    }

    private static JsonObject item(IntakeOutcome intakeOutcome) {
        return switch (intakeOutcome) {
            case NewlyStored(var receipt) -> new JsonObject(json(receipt)).put("status", ACCEPTED);
            case Duplicate(var receipt, var _) ->
                new JsonObject(json(receipt)).put("status", ACCEPTED).put("replayed", true);
            case HandshakeAnswered _ -> throw new IllegalStateException("a CloudEvent is no handshake");
            case RequestRefused(var problem) -> problem.json();
        };
    }

    private static ResponseBuilder<String> list(int status, JsonArray items) {
        return text(status, items.encode()).type(MediaType.APPLICATION_JSON_TYPE);
    }

    /// Writes JSON without escapes, because neither a topic nor an id has a character that needs one.
    public static String json(Receipt receipt) {
        return "{\"id\":\"" + receipt.event() + "\",\"topic\":\"" + receipt.topic() + "\",\"duplicate\":false}";
    }

    /// Returns the answer that the sender of this source counts as a success.
    private static ResponseBuilder<String> accepted(Source source, Receipt receipt) {
        var taken = source.taken();
        var answer = taken.text()
                .map(text -> text(taken.status(), text).type(MediaType.TEXT_PLAIN_TYPE))
                .orElseGet(() -> taken.status() == EMPTY
                        ? ResponseBuilder.<String>create(EMPTY)
                        : text(taken.status(), json(receipt)).type(MediaType.APPLICATION_JSON_TYPE));
        return answer.header(HttpHeaders.LOCATION, "/events/" + receipt.event());
    }

    private static ResponseBuilder<String> text(int status, String text) {
        return ResponseBuilder.<String>create(status).entity(text);
    }
}
