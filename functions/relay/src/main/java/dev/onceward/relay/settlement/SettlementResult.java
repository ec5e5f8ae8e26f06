package dev.onceward.relay.settlement;

import java.util.List;
import java.util.Set;

/// What became of a settlement.
///
/// @param shards whose lease holds, and whose cursor stands where the settlement says
/// @param refused the rows that PostgreSQL did not take as they were
public record SettlementResult(Set<Short> shards, List<RefusedRow> refused) {

    static SettlementResult whole(Set<Short> shards) {
        return new SettlementResult(shards, List.of());
    }
}
