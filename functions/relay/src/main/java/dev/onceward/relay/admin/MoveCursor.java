package dev.onceward.relay.admin;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;

import dev.onceward.relay.admin.CursorTarget.AtTime;
import dev.onceward.relay.admin.CursorTarget.BeforeEvent;
import dev.onceward.relay.admin.CursorTarget.Earliest;
import dev.onceward.relay.admin.CursorTarget.Now;
import dev.onceward.relay.edge.ReadEdges;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.operate.SubscriptionOperations;
import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.runtime.problem.ProblemException;

/// Moves the cursor of a subscription to where an operator wants it.
@Singleton
final class MoveCursor {
    private final SubscriptionOperations operations;
    private final ReadEdges edges;

    MoveCursor(SubscriptionWorkers workers) {
        this.operations = workers.stores().operations();
        this.edges = workers.stores().edges();
    }

    /// @return whether the subscription exists in the database; fails with a [ProblemException] if the target does not
    /// exist
    Uni<Boolean> move(String subscription, Actor actor, CursorTarget to) {
        return switch (to) {
            case Earliest() -> operations.move(subscription, actor, to.text(), WindowEdge.EARLIEST);
            case Now() -> operations.moveToNow(subscription, actor)
                    .onFailure(MoveCursor::isRestored).transform(failure -> ProblemException
                            .malformed(((PgException) failure).getErrorMessage()));
            case AtTime(var time) -> edges.at(time)
                    .chain(edge -> operations.move(subscription, actor, to.text(), edge));
            case BeforeEvent(var event) -> edges.before(event)
                    .map(edge -> edge
                            .orElseThrow(() -> ProblemException.malformed("There is no event with this id.")))
                    .chain(edge -> operations.move(subscription, actor, to.text(), edge));
        };
    }

    /// A restored log has no present end until it is rebased. PostgreSQL's message says so.
    private static boolean isRestored(Throwable failure) {
        return failure instanceof PgException refusal && "55000".equals(refusal.getSqlState());
    }
}
