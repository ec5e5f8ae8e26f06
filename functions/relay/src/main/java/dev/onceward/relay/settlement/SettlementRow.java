package dev.onceward.relay.settlement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.window.ReadPosition;

/// A row that a settlement writes besides the cursors.
sealed interface SettlementRow permits ParkEvent, AttemptRecord, SettlementRow.UnparkEvent {
    UUID event();

    /// A parked event that was delivered, so its row is deleted.
    record UnparkEvent(UUID event, short shard) implements SettlementRow {}

    /// Returns the rows in the order in which they must be written: events are parked in their order of delivery.
    static List<SettlementRow> of(Settlement settlement) {
        var unparked = settlement.unparked().entrySet().stream()
                .map(entry -> new UnparkEvent(entry.getKey(), entry.getValue()));
        return Stream.of(unparked, settlement.eachParkedOnce().stream(), settlement.attempts().stream())
                .<SettlementRow>flatMap(rows -> rows)
                .toList();
    }

    /// @param places the shards whose leases must hold
    static Settlement settlement(Map<ShardLease, ReadPosition> places, List<SettlementRow> rows) {
        var unparked = new HashMap<UUID, Short>();
        only(UnparkEvent.class, rows).forEach(row -> unparked.put(row.event(), row.shard()));
        return new Settlement(places, unparked, only(ParkEvent.class, rows), only(AttemptRecord.class, rows));
    }

    private static <T extends SettlementRow> List<T> only(Class<T> kind, List<SettlementRow> rows) {
        return rows.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
