package dev.onceward.relay.admin;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;

import dev.onceward.relay.admin.CursorTarget.AtTime;
import dev.onceward.relay.admin.CursorTarget.BeforeEvent;
import dev.onceward.relay.admin.CursorTarget.Earliest;
import dev.onceward.relay.admin.CursorTarget.Now;
import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.edge.Edges;
import dev.onceward.relay.operate.SubscriptionOperations;
import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.view.ListAttempts;
import dev.onceward.relay.view.ListParked;

/// What an operator can do with a subscription.
@Singleton
final class SubscriptionCommands {
    private static final int MOST_LISTED = 1000;

    private final SubscriptionOperations subscriptionOperations;
    private final Edges edges;
    private final ListParked held;
    private final ListAttempts attempts;

    SubscriptionCommands(SubscriptionWorkers workers) {
        var stores = workers.stores();
        this.subscriptionOperations = stores.operations();
        this.edges = stores.edges();
        this.held = stores.held();
        this.attempts = stores.attempts();
    }

    /// @throws IllegalArgumentException with a sentence, as a failure too, if it cannot be done like this
    Uni<JsonObject> act(String subscription, String verb, CommandBody commandBody) {
        return switch (verb) {
            case "parked" -> held.list(subscription, commandBody.listed(), MOST_LISTED).map(ListsJson::parked);
            case "attempts" -> attempts.of(subscription, commandBody.event(), MOST_LISTED).map(ListsJson::attempts);
            case "pause" -> pause(subscription, commandBody);
            case "resume" -> resume(subscription, commandBody);
            case "redrive" -> redrive(subscription, commandBody);
            case "drop" -> drop(subscription, commandBody);
            case "move" -> move(subscription, commandBody);
            default -> throw new IllegalArgumentException("There is no such verb. Allowed are parked, attempts, pause, "
                    + "resume, redrive, drop and move.");
        };
    }

    private Uni<JsonObject> pause(String subscription, CommandBody commandBody) {
        return subscriptionOperations.pause(subscription, commandBody.by(), commandBody.why())
                .map(done -> new JsonObject().put("paused", done));
    }

    private Uni<JsonObject> resume(String subscription, CommandBody commandBody) {
        return subscriptionOperations.resume(subscription, commandBody.by())
                .map(done -> new JsonObject().put("resumed", done));
    }

    private Uni<JsonObject> redrive(String subscription, CommandBody commandBody) {
        var choice = commandBody.changed();
        return commandBody.dryRun()
                ? subscriptionOperations.redrivable(subscription, choice)
                        .map(events -> new JsonObject().put("would", events))
                : subscriptionOperations.redrive(subscription, choice, commandBody.perSecond(), commandBody.by())
                        .map(events -> new JsonObject().put("redriven", events));
    }

    private Uni<JsonObject> drop(String subscription, CommandBody commandBody) {
        var choice = commandBody.changed();
        return commandBody.dryRun()
                ? subscriptionOperations.droppable(subscription, choice)
                        .map(events -> new JsonObject().put("would", events))
                : subscriptionOperations.drop(subscription, choice, commandBody.why(), commandBody.by())
                        .map(events -> new JsonObject().put("dropped", events));
    }

    private Uni<JsonObject> move(String subscription, CommandBody commandBody) {
        return move(subscription, commandBody.by(), commandBody.to())
                .onFailure(SubscriptionCommands::isUnprepared).transform(failure -> new IllegalArgumentException(
                        ((PgException) failure).getErrorMessage(), failure))
                .map(done -> new JsonObject().put("moved", done));
    }

    private Uni<Boolean> move(String subscription, String by, CursorTarget to) {
        return switch (to) {
            case Earliest() -> subscriptionOperations.move(subscription, by, to.text(), Edge.EARLIEST);
            case Now() -> subscriptionOperations.moveToNow(subscription, by);
            case AtTime(var time) -> edges.at(time)
                    .onItem().transformToUni(edge -> subscriptionOperations.move(subscription, by, to.text(), edge));
            case BeforeEvent(var event) -> edges.before(event)
                    .map(edge -> edge
                            .orElseThrow(() -> new IllegalArgumentException("There is no event with this id.")))
                    .onItem().transformToUni(edge -> subscriptionOperations.move(subscription, by, to.text(), edge));
        };
    }

    /// The log was restored and has no now before it is rebased. PostgreSQL's message says so.
    private static boolean isUnprepared(Throwable failure) {
        return failure instanceof PgException refusal && "55000".equals(refusal.getSqlState());
    }
}
