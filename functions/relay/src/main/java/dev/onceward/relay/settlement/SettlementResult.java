package dev.onceward.relay.settlement;

import java.util.List;
import java.util.Set;

/// The result of a settlement.
///
/// @param shards whose lease holds, and whose cursor was written
/// @param refused the rows that PostgreSQL refused
public record SettlementResult(Set<Short> shards, List<RefusedRow> refused) {

    static SettlementResult complete(Set<Short> shards) {
        return new SettlementResult(shards, List.of());
    }
}
