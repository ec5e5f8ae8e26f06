package dev.onceward.relay;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;

import dev.onceward.operate.HeldEvents;
import dev.onceward.operate.Operations;
import dev.onceward.operate.RecordedAttempts;
import dev.onceward.relay.Destination.At;
import dev.onceward.relay.Destination.Before;
import dev.onceward.relay.Destination.Earliest;
import dev.onceward.relay.Destination.Now;
import dev.onceward.window.Edge;
import dev.onceward.window.Edges;

/// What an operator can do with a subscription.
@Singleton
final class Verbs {
    private static final int MOST_LISTED = 1000;

    private final Operations operations;
    private final Edges edges;
    private final HeldEvents held;
    private final RecordedAttempts attempts;

    Verbs(Couriers couriers) {
        var stores = couriers.stores();
        this.operations = stores.operations();
        this.edges = stores.edges();
        this.held = stores.held();
        this.attempts = stores.attempts();
    }

    /// @throws IllegalArgumentException with a sentence, as a failure too, if it cannot be done like this
    Uni<JsonObject> act(String subscription, String verb, Wish wish) {
        return switch (verb) {
            case "parked" -> held.list(subscription, wish.choice(), MOST_LISTED).map(ListsJson::parked);
            case "attempts" -> attempts.of(subscription, wish.event(), MOST_LISTED).map(ListsJson::attempts);
            case "pause" -> pause(subscription, wish);
            case "resume" -> resume(subscription, wish);
            case "redrive" -> redrive(subscription, wish);
            case "drop" -> drop(subscription, wish);
            case "move" -> move(subscription, wish);
            default -> throw new IllegalArgumentException("There is no such verb. Allowed are parked, attempts, pause, "
                    + "resume, redrive, drop and move.");
        };
    }

    private Uni<JsonObject> pause(String subscription, Wish wish) {
        return operations.pause(subscription, wish.by(), wish.why()).map(done -> new JsonObject().put("paused", done));
    }

    private Uni<JsonObject> resume(String subscription, Wish wish) {
        return operations.resume(subscription, wish.by()).map(done -> new JsonObject().put("resumed", done));
    }

    private Uni<JsonObject> redrive(String subscription, Wish wish) {
        var choice = wish.choice();
        return wish.dryRun()
                ? operations.redrivable(subscription, choice).map(events -> new JsonObject().put("would", events))
                : operations.redrive(subscription, choice, wish.perSecond(), wish.by())
                        .map(events -> new JsonObject().put("redriven", events));
    }

    private Uni<JsonObject> drop(String subscription, Wish wish) {
        var choice = wish.choice();
        return wish.dryRun()
                ? operations.droppable(subscription, choice).map(events -> new JsonObject().put("would", events))
                : operations.drop(subscription, choice, wish.why(), wish.by())
                        .map(events -> new JsonObject().put("dropped", events));
    }

    private Uni<JsonObject> move(String subscription, Wish wish) {
        return move(subscription, wish.by(), wish.to())
                .onFailure(Verbs::isUnprepared).transform(failure -> new IllegalArgumentException(
                        ((PgException) failure).getErrorMessage(), failure))
                .map(done -> new JsonObject().put("moved", done));
    }

    private Uni<Boolean> move(String subscription, String by, Destination to) {
        return switch (to) {
            case Earliest() -> operations.move(subscription, by, to.text(), Edge.EARLIEST);
            case Now() -> operations.moveToNow(subscription, by);
            case At(var time) -> edges.at(time)
                    .onItem().transformToUni(edge -> operations.move(subscription, by, to.text(), edge));
            case Before(var event) -> edges.before(event)
                    .map(edge -> edge
                            .orElseThrow(() -> new IllegalArgumentException("There is no event with this id.")))
                    .onItem().transformToUni(edge -> operations.move(subscription, by, to.text(), edge));
        };
    }

    /// The log was restored and has no now before it is rebased. PostgreSQL's message says so.
    private static boolean isUnprepared(Throwable failure) {
        return failure instanceof PgException refusal && "55000".equals(refusal.getSqlState());
    }
}
