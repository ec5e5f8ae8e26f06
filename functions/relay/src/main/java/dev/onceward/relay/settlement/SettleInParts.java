package dev.onceward.relay.settlement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.settlement.RefusedRow.Remedy;
import dev.onceward.relay.settlement.SettlementRow.UnparkEvent;
import dev.onceward.relay.window.ReadPosition;

/// Settles a page although PostgreSQL refuses some of its rows. The rows are written half by half until the refused
/// rows are found; the cursors move last. If this stops before the end, the page is delivered again and nothing is
/// lost. Each statement checks the generations of the leases, so a shard that is lost meanwhile takes no more rows.
final class SettleInParts {
    private final Function<Settlement, Uni<Set<Short>>> record;
    private final Function<Settlement, Uni<Set<Short>>> move;

    /// @param record writes rows and leaves the cursors where they are
    /// @param move writes the cursors
    SettleInParts(Function<Settlement, Uni<Set<Short>>> record, Function<Settlement, Uni<Set<Short>>> move) {
        this.record = record;
        this.move = move;
    }

    Uni<SettlementResult> settle(Settlement page) {
        return record(page.places(), SettlementRow.of(page))
                .onItem().transformToUni(refused -> move.apply(places(page, refused))
                        .map(shards -> new SettlementResult(shards, refused.stream().map(Refusal::told).toList())));
    }

    /// @param blocks whether the shard must be read again, because the event is not parked
    private record Refusal(RefusedRow told, short shard, boolean blocks) {}

    private Uni<List<Refusal>> record(Map<ShardLease, ReadPosition> places, List<SettlementRow> rows) {
        return rows.isEmpty()
                ? Uni.createFrom().item(List.of())
                : write(places, rows).onFailure(RefusedRow::isRefusal).recoverWithUni(failure -> rows.size() == 1
                        ? alone(places, rows.getFirst(), failure)
                        : halves(places, rows));
    }

    private Uni<List<Refusal>> write(Map<ShardLease, ReadPosition> places, List<SettlementRow> rows) {
        return record.apply(SettlementRow.settlement(places, rows)).replaceWith(List.of());
    }

    /// Writes the second half after the first, because parked events are ordered as they are written.
    private Uni<List<Refusal>> halves(Map<ShardLease, ReadPosition> places, List<SettlementRow> rows) {
        var middle = rows.size() / 2;
        return record(places, rows.subList(0, middle))
                .onItem().transformToUni(left -> record(places, rows.subList(middle, rows.size()))
                        .map(right -> Stream.concat(left.stream(), right.stream()).toList()));
    }

    private Uni<List<Refusal>> alone(Map<ShardLease, ReadPosition> places, SettlementRow row, Throwable failure) {
        return switch (row) {
            case AttemptRecord attemptRecord ->
                Uni.createFrom().item(refusal(attemptRecord, attemptRecord.shard(), Remedy.ATTEMPT_LEFT_OUT,
                        failure));
            case UnparkEvent delivered ->
                Uni.createFrom().item(refusal(delivered, delivered.shard(), Remedy.STILL_PARKED,
                        failure));
            case ParkEvent parkEvent -> withoutTexts(places, parkEvent, failure);
        };
    }

    private Uni<List<Refusal>> withoutTexts(Map<ShardLease, ReadPosition> places, ParkEvent parkEvent,
            Throwable first) {
        return instead(places, parkEvent.withoutTexts(), Remedy.PARKED_WITHOUT_TEXTS, first,
                (reduced, failure) -> dead(places, reduced, failure));
    }

    private Uni<List<Refusal>> dead(Map<ShardLease, ReadPosition> places, ParkEvent parkEvent, Throwable second) {
        return instead(places,
                parkEvent.dead("PostgreSQL refused to park this event (SQLSTATE " + RefusedRow.why(second)
                        + "), so it was parked as dead, without its error and the text of its ordering key"),
                Remedy.PARKED_AS_DEAD, second,
                (dead, failure) -> Uni.createFrom().item(refusal(dead, dead.shard(), Remedy.NOT_PARKED, failure)));
    }

    private Uni<List<Refusal>> instead(Map<ShardLease, ReadPosition> places, ParkEvent other, Remedy remedy,
            Throwable before,
            BiFunction<ParkEvent, Throwable, Uni<List<Refusal>>> otherwise) {
        return write(places, List.of(other))
                .map(_ -> refusal(other, other.shard(), remedy, before))
                .onFailure(RefusedRow::isRefusal).recoverWithUni(failure -> otherwise.apply(other, failure));
    }

    /// A row that was parked before still is, unchanged. A new event is only in the log, so its shard must be read
    /// again.
    private static List<Refusal> refusal(SettlementRow row, short shard, Remedy remedy, Throwable failure) {
        var blocks = remedy == Remedy.NOT_PARKED && row instanceof ParkEvent parkEvent && parkEvent.fresh();
        return List.of(new Refusal(RefusedRow.of(row, remedy, failure), shard, blocks));
    }

    /// The positions alone, without the shards of events that could not be parked.
    private static Settlement places(Settlement page, List<Refusal> refused) {
        var blocked = new HashSet<Short>();
        refused.stream().filter(Refusal::blocks).forEach(refusal -> blocked.add(refusal.shard()));
        var places = new HashMap<>(page.places());
        places.keySet().removeIf(lease -> blocked.contains(lease.shard()));
        return new Settlement(places, Map.of(), List.of(), List.of());
    }
}
