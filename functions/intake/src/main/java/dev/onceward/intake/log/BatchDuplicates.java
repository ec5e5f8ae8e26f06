package dev.onceward.intake.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.AppendOutcome.RefusedByPostgres;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.newevent.NewEvent;

/// Finds the events of one batch that have the same key. Only the first event of a key is sent to PostgreSQL; the
/// others are its copies.
record BatchDuplicates(List<NewEvent> entries, Map<Object, NewEvent> firsts) {

    static BatchDuplicates among(List<NewEvent> entries) {
        var firsts = new LinkedHashMap<Object, NewEvent>();
        entries.forEach(newEvent -> firsts.putIfAbsent(name(newEvent), newEvent));
        return new BatchDuplicates(entries, firsts);
    }

    List<NewEvent> toSend() {
        return List.copyOf(firsts.values());
    }

    /// Gives each copy the outcome of the first event with its key. If PostgreSQL refused the first event, its copies
    /// must be appended themselves.
    ///
    /// @param outcomes of the first events; those of the copies are added
    /// @return the copies that must be appended
    List<NewEvent> meet(Map<UUID, AppendOutcome> outcomes) {
        var alone = new ArrayList<NewEvent>();
        for (var copy : copies()) {
            var first = first(copy);
            switch (outcomes.getOrDefault(first.id(), new Stored(first.receipt()))) {
                case Stored(var receipt) ->
                    outcomes.put(copy.id(), new AlreadyStored(receipt, first.fingerprint(), first.kept()));
                case RefusedByPostgres _ -> alone.add(copy);
                case AppendOutcome same -> outcomes.put(copy.id(), same);
            }
        }
        return alone;
    }

    private List<NewEvent> copies() {
        return firsts.size() == entries.size()
                ? List.of()
                : entries.stream().filter(newEvent -> !newEvent.id().equals(first(newEvent).id())).toList();
    }

    private NewEvent first(NewEvent newEvent) {
        return firsts.getOrDefault(name(newEvent), newEvent);
    }

    private static Object name(NewEvent newEvent) {
        var key = newEvent.key();
        return key == null ? newEvent.id() : key;
    }
}
