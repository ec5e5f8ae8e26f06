package dev.onceward.intake.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.log.AppendOutcome.RefusedByPostgres;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.intake.log.KeyConflict.Expired;
import dev.onceward.intake.log.KeyConflict.HeldBy;
import dev.onceward.intake.log.KeyConflict.NotYetVisible;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.internal.key.Key;
import dev.onceward.runtime.postgres.PgFailure;
import dev.onceward.runtime.postgres.PgFailure.BadData;
import dev.onceward.runtime.postgres.PgFailure.Conflict;
import dev.onceward.runtime.postgres.PgFailure.Outage;

/// Appends a batch of events. Every event gets its outcome, and an event that cannot be stored does not affect the
/// others.
final class AppendBatch {
    private static final int ROUNDS = 5;

    private final LogStatements store;
    private final IntConsumer sizes;
    private final LogAvailability logAvailability = new LogAvailability();

    /// @param sizes receives the size of every batch
    AppendBatch(LogStatements store, IntConsumer sizes) {
        this.store = store;
        this.sizes = sizes;
    }

    Uni<List<AppendOutcome>> all(List<NewEvent> entries) {
        sizes.accept(entries.size());
        return outcomes(entries)
                .map(outcomes -> entries.stream().map(newEvent -> outcome(newEvent, outcomes)).toList());
    }

    private static AppendOutcome outcome(NewEvent newEvent, Map<UUID, AppendOutcome> outcomes) {
        return outcomes.getOrDefault(newEvent.id(), new Stored(newEvent.receipt()));
    }

    /// Returns outcomes by event id. An event without an outcome here was stored.
    private Uni<Map<UUID, AppendOutcome>> outcomes(List<NewEvent> entries) {
        var copies = BatchDuplicates.among(entries);
        return settle(copies.toSend(), ROUNDS)
                .onItem().transformToUni(outcomes -> alone(copies.meet(outcomes), outcomes));
    }

    private Uni<Map<UUID, AppendOutcome>> alone(List<NewEvent> entries, Map<UUID, AppendOutcome> outcomes) {
        return entries.isEmpty()
                ? Uni.createFrom().item(outcomes)
                : outcomes(entries).map(more -> merge(outcomes, more));
    }

    private Uni<Map<UUID, AppendOutcome>> settle(List<NewEvent> entries, int rounds) {
        return store.insert(entries)
                .onItem().invoke(logAvailability::found)
                .onItemOrFailure().transformToUni((conflicts, failure) -> failure == null
                        ? judge(entries, conflicts, rounds)
                        : recover(entries, PgFailure.of(failure), rounds));
    }

    private Uni<Map<UUID, AppendOutcome>> judge(List<NewEvent> entries, Map<UUID, KeyConflict> conflicts, int rounds) {
        var outcomes = new HashMap<UUID, AppendOutcome>();
        var again = new ArrayList<NewEvent>();
        var expired = new ArrayList<Key>();
        for (var newEvent : conflicts.isEmpty() ? List.<NewEvent>of() : entries) {
            switch (conflicts.get(newEvent.id())) {
                case null -> {
                }
                case HeldBy(var known) -> outcomes.put(newEvent.id(), known);
                case NotYetVisible _ -> again.add(newEvent);
                case Expired(var key) -> {
                    again.add(newEvent);
                    expired.add(key);
                }
            }
        }
        return again.isEmpty()
                ? Uni.createFrom().item(outcomes)
                : again(again, expired, rounds).map(more -> merge(outcomes, more));
    }

    /// Appends again the events that raced with a commit after the statement's snapshot, and those whose key had
    /// expired. Expired keys are deleted first.
    private Uni<Map<UUID, AppendOutcome>> again(List<NewEvent> entries, List<Key> expired, int rounds) {
        if (rounds == 0) {
            return Uni.createFrom().item(each(entries, new Unavailable("lost every race for the key")));
        }
        return expired.isEmpty()
                ? settle(entries, rounds - 1)
                : store.forget(expired).onItemOrFailure().transformToUni((_, failure) -> failure == null
                        ? settle(entries, rounds - 1)
                        : recover(entries, PgFailure.of(failure), rounds));
    }

    private Uni<Map<UUID, AppendOutcome>> recover(List<NewEvent> entries, PgFailure pgFailure, int rounds) {
        return switch (pgFailure) {
            case BadData(var why) when entries.size() == 1 ->
                Uni.createFrom()
                        .item(each(entries, new RefusedByPostgres("PostgreSQL refuses it (" + why + ")")));
            case BadData _ -> halves(entries, rounds);
            case Conflict _ when rounds > 0 -> settle(entries, rounds - 1);
            case Conflict(var why) -> Uni.createFrom().item(each(entries, new Unavailable(why)));
            case Outage(var why) -> {
                logAvailability.lost(why);
                yield Uni.createFrom().item(each(entries, new Unavailable(why)));
            }
        };
    }

    private Uni<Map<UUID, AppendOutcome>> halves(List<NewEvent> entries, int rounds) {
        var middle = entries.size() / 2;
        return settle(entries.subList(0, middle), rounds)
                .onItem().transformToUni(left -> settle(entries.subList(middle, entries.size()), rounds)
                        .map(right -> merge(left, right)));
    }

    private static Map<UUID, AppendOutcome> each(List<NewEvent> entries, AppendOutcome outcome) {
        var outcomes = new HashMap<UUID, AppendOutcome>();
        entries.forEach(newEvent -> outcomes.put(newEvent.id(), outcome));
        return outcomes;
    }

    private static Map<UUID, AppendOutcome> merge(Map<UUID, AppendOutcome> left, Map<UUID, AppendOutcome> right) {
        var both = new HashMap<>(left);
        both.putAll(right);
        return both;
    }
}
