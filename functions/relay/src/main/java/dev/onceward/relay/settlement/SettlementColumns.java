package dev.onceward.relay.settlement;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map.Entry;
import java.util.UUID;
import java.util.function.Function;

import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.window.ReadPosition;

/// Arranges a settlement as the parameters of its statement.
final class SettlementColumns {
    /// The longest part of a receiver's answer that is stored.
    private static final int LONGEST = 8192;

    private SettlementColumns() {}

    /// @param moves whether the cursors are written too
    static Tuple of(String subscription, Settlement settlement, boolean moves) {
        var arrayColumns = new ArrayColumns().value(subscription);
        places(arrayColumns, List.copyOf(settlement.places().entrySet()));
        unparked(arrayColumns, List.copyOf(settlement.unparked().entrySet()));
        parked(arrayColumns, settlement.eachParkedOnce());
        attempts(arrayColumns, settlement.attempts());
        return arrayColumns.value(moves).tuple();
    }

    private static void places(ArrayColumns arrayColumns, List<Entry<ShardLease, ReadPosition>> places) {
        var _ = arrayColumns
                .column(places, place -> place.getKey().shard(), Short[]::new)
                .column(places, place -> place.getKey().generation(), Long[]::new)
                .texts(places, place -> place.getValue().from().snapshot().text())
                .texts(places, place -> Long.toString(place.getValue().from().next()))
                .column(places, place -> place.getValue().from().low(), Long[]::new)
                .column(places, place -> place.getValue().from().high(), Long[]::new)
                .texts(places, place -> to(place, edge -> edge.snapshot().text()))
                .texts(places, place -> to(place, edge -> Long.toString(edge.next())))
                .column(places, place -> to(place, WindowEdge::low), Long[]::new)
                .column(places, place -> to(place, WindowEdge::high), Long[]::new)
                .column(places, place -> to(place, _ -> place.getValue().after()), Long[]::new)
                .texts(places, place -> place.getKey().incarnation());
    }

    private static void unparked(ArrayColumns arrayColumns, List<Entry<UUID, Short>> unparked) {
        var _ = arrayColumns
                .column(unparked, Entry::getKey, UUID[]::new)
                .column(unparked, Entry::getValue, Short[]::new);
    }

    private static void parked(ArrayColumns arrayColumns, List<ParkEvent> parked) {
        var _ = arrayColumns
                .column(parked, ParkEvent::event, UUID[]::new)
                .column(parked, parking -> parking.at().atOffset(ZoneOffset.UTC), OffsetDateTime[]::new)
                .column(parked, ParkEvent::shard, Short[]::new)
                .texts(parked, ParkEvent::ordering)
                .column(parked, ParkEvent::orderingHash, UUID[]::new)
                .texts(parked, parking -> parking.state().word())
                .column(parked, ParkEvent::attempts, Integer[]::new)
                .column(parked, parking -> parking.delay().toMillis() / 1000d, Double[]::new)
                .texts(parked, parking -> text(parking.error()))
                .column(parked, ParkEvent::fresh, Boolean[]::new);
    }

    private static void attempts(ArrayColumns arrayColumns, List<AttemptRecord> attempts) {
        var _ = arrayColumns
                .column(attempts, AttemptRecord::event, UUID[]::new)
                .column(attempts, AttemptRecord::shard, Short[]::new)
                .column(attempts, AttemptRecord::attempt, Integer[]::new)
                .texts(attempts, AttemptRecord::outcome)
                .column(attempts, attempt -> (int) Math.min(attempt.took().toMillis(), Integer.MAX_VALUE),
                        Integer[]::new)
                .column(attempts, AttemptRecord::status, Integer[]::new)
                .texts(attempts, attempt -> text(attempt.error()))
                .texts(attempts, attempt -> text(attempt.answer()));
    }

    /// Shortens a text of a sender or receiver and replaces NUL, which PostgreSQL's text cannot contain: with one NUL
    /// the page could never be settled.
    private static @Nullable String text(@Nullable String text) {
        return text == null ? null : text.substring(0, Math.min(text.length(), LONGEST)).replace('\0', '\ufffd');
    }

    private static <T> @Nullable T to(Entry<ShardLease, ReadPosition> place, Function<WindowEdge, T> value) {
        var edge = place.getValue().to();
        return edge == null ? null : value.apply(edge);
    }
}
