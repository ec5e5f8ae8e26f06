package dev.onceward.intake;

import java.util.List;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import dev.onceward.intake.Outcome.Again;
import dev.onceward.intake.Outcome.New;
import dev.onceward.intake.Outcome.Refused;
import dev.onceward.key.IdempotencyKey;
import dev.onceward.log.Receipt;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/// Outcomes as HTTP. A copy gets the very answer the first one got, with a header that says so.
@Singleton
final class Answers {
    static final String REPLAYED = "Idempotent-Replayed";

    private final String retryAfter;

    Answers(IntakeConfig config) {
        this.retryAfter = Long.toString(Math.max(1, config.retryAfter().toSeconds()));
    }

    Response of(Outcome outcome) {
        return switch (outcome) {
            case New(var receipt) -> accepted(receipt).build();
            case Again(var receipt, var _) -> accepted(receipt).header(REPLAYED, "true").build();
            case Refused(var problem) -> of(problem);
        };
    }

    /// The same with the sender's key sent back.
    Response to(HttpServerRequest request, Outcome outcome) {
        var key = request.getHeader(IdempotencyKey.HEADER);
        var response = of(outcome);
        return key == null ? response : Response.fromResponse(response).header(IdempotencyKey.HEADER, key).build();
    }

    /// What was not read to its end closes the connection: the rest of it must not be taken for the next request.
    Response of(Problem problem) {
        var response = Response.status(problem.type().status())
                .type(Problem.MEDIA_TYPE)
                .entity(problem.json().encode());
        return switch (problem.type()) {
            case UNAVAILABLE -> response.header(HttpHeaders.RETRY_AFTER, retryAfter).build();
            case TOO_LARGE, TOO_SLOW -> response.header("Connection", "close").build();
            case TOKEN_NEEDED -> response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer").build();
            default -> response.build();
        };
    }

    /// A batch, item by item. 202 if all are stored, 207 if some are; if the database is away the whole batch is to be
    /// sent again, which what is stored already will survive.
    Response each(List<Outcome> outcomes) {
        var items = new JsonArray(outcomes.stream().map(Answers::item).toList());
        var stored = outcomes.stream().filter(outcome -> !(outcome instanceof Refused)).count();
        if (outcomes.stream().anyMatch(Answers::unavailable)) {
            return list(ProblemType.UNAVAILABLE.status(), items).header(HttpHeaders.RETRY_AFTER, retryAfter).build();
        }
        return list(stored == outcomes.size() ? 202 : stored > 0 ? 207 : 400, items).build();
    }

    private static boolean unavailable(Outcome outcome) {
        return outcome instanceof Refused(var problem) && problem.type() == ProblemType.UNAVAILABLE;
    }

    private static JsonObject item(Outcome outcome) {
        return switch (outcome) {
            case New(var receipt) -> new JsonObject(json(receipt)).put("status", 202);
            case Again(var receipt, var _) -> new JsonObject(json(receipt)).put("status", 202).put("replayed", true);
            case Refused(var problem) -> problem.json();
        };
    }

    private static Response.ResponseBuilder list(int status, JsonArray items) {
        return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE).entity(items.encode());
    }

    /// A topic and an id hold nothing that JSON would have to escape.
    static String json(Receipt receipt) {
        return "{\"id\":\"" + receipt.event() + "\",\"topic\":\"" + receipt.topic() + "\",\"duplicate\":false}";
    }

    private static Response.ResponseBuilder accepted(Receipt receipt) {
        return Response.accepted(json(receipt))
                .type(MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.LOCATION, "/events/" + receipt.event());
    }
}
