package dev.onceward.relay;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;

import dev.onceward.operate.Operations;
import dev.onceward.window.Edge;
import dev.onceward.window.Windows;

/// What an operator can do with a subscription.
@Singleton
final class Verbs {
    private final Operations operations;
    private final Windows windows;

    Verbs(Couriers couriers) {
        this.operations = couriers.stores().operations();
        this.windows = couriers.stores().windows();
    }

    Uni<JsonObject> pause(String subscription, Wish wish) {
        return operations.pause(subscription, wish.by(), wish.why()).map(done -> new JsonObject().put("paused", done));
    }

    Uni<JsonObject> resume(String subscription, Wish wish) {
        return operations.resume(subscription, wish.by()).map(done -> new JsonObject().put("resumed", done));
    }

    Uni<JsonObject> redrive(String subscription, Wish wish) {
        var choice = wish.choice();
        return wish.dryRun()
                ? operations.redrivable(subscription, choice).map(events -> new JsonObject().put("would", events))
                : operations.redrive(subscription, choice, wish.perSecond(), wish.by())
                        .map(events -> new JsonObject().put("redriven", events));
    }

    Uni<JsonObject> drop(String subscription, Wish wish) {
        var choice = wish.choice();
        return wish.dryRun()
                ? operations.droppable(subscription, choice).map(events -> new JsonObject().put("would", events))
                : operations.drop(subscription, choice, wish.why(), wish.by())
                        .map(events -> new JsonObject().put("dropped", events));
    }

    Uni<JsonObject> move(String subscription, Wish wish) {
        var to = wish.to();
        return edge(to).onItem().transformToUni(edge -> operations.move(subscription, wish.by(), to,
                edge.orElseThrow(() -> new IllegalArgumentException("There is no event with this id."))))
                .map(done -> new JsonObject().put("moved", done));
    }

    private Uni<Optional<Edge>> edge(String to) {
        return switch (to) {
            case "earliest" -> Uni.createFrom().item(Optional.of(Edge.EARLIEST));
            case "now" -> windows.now().map(Optional::of);
            default -> to.contains(":") ? windows.at(time(to)).map(Optional::of) : windows.before(id(to));
        };
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException unreadable) {
            throw new IllegalArgumentException("to must be earliest, now, a time such as 2026-11-18T09:30:00Z, or the "
                    + "id of an event.", unreadable);
        }
    }

    private static UUID id(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("to must be earliest, now, a time such as 2026-11-18T09:30:00Z, or the "
                    + "id of an event.", unreadable);
        }
    }
}
