package dev.onceward.parked;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map.Entry;
import java.util.UUID;
import java.util.function.Function;

import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.cursor.Lease;
import dev.onceward.postgres.Columns;
import dev.onceward.window.Edge;
import dev.onceward.window.Place;

/// A settlement in the order of the statement's parameters.
final class SettlementColumns {
    /// As much as is kept of a receiver's answer.
    private static final int LONGEST = 8192;

    private SettlementColumns() {}

    static Tuple of(String subscription, Settlement settlement) {
        var columns = new Columns().value(subscription);
        var places = List.copyOf(settlement.places().entrySet());
        places(columns, places);
        delivered(columns, List.copyOf(settlement.delivered().entrySet()));
        var parked = settlement.eachParkedOnce();
        parked(columns, parked);
        attempts(columns, settlement.attempts());
        return columns.column(parked, Parking::orderingHash, UUID[]::new)
                .texts(places, place -> place.getKey().incarnation())
                .tuple();
    }

    private static void places(Columns columns, List<Entry<Lease, Place>> places) {
        var _ = columns
                .column(places, place -> place.getKey().shard(), Short[]::new)
                .column(places, place -> place.getKey().generation(), Long[]::new)
                .texts(places, place -> place.getValue().from().snapshot().text())
                .texts(places, place -> Long.toString(place.getValue().from().next()))
                .column(places, place -> place.getValue().from().low(), Long[]::new)
                .column(places, place -> place.getValue().from().high(), Long[]::new)
                .texts(places, place -> to(place, edge -> edge.snapshot().text()))
                .texts(places, place -> to(place, edge -> Long.toString(edge.next())))
                .column(places, place -> to(place, Edge::low), Long[]::new)
                .column(places, place -> to(place, Edge::high), Long[]::new)
                .column(places, place -> to(place, _ -> place.getValue().after()), Long[]::new);
    }

    private static void delivered(Columns columns, List<Entry<UUID, Short>> delivered) {
        var _ = columns
                .column(delivered, Entry::getKey, UUID[]::new)
                .column(delivered, Entry::getValue, Short[]::new);
    }

    private static void parked(Columns columns, List<Parking> parked) {
        var _ = columns
                .column(parked, Parking::event, UUID[]::new)
                .column(parked, parking -> parking.at().atOffset(ZoneOffset.UTC), OffsetDateTime[]::new)
                .column(parked, Parking::shard, Short[]::new)
                .texts(parked, Parking::ordering)
                .texts(parked, parking -> parking.state().word())
                .column(parked, Parking::attempts, Integer[]::new)
                .column(parked, parking -> parking.delay().toMillis() / 1000d, Double[]::new)
                .texts(parked, parking -> text(parking.error()))
                .column(parked, Parking::fresh, Boolean[]::new);
    }

    private static void attempts(Columns columns, List<Attempt> attempts) {
        var _ = columns
                .column(attempts, Attempt::event, UUID[]::new)
                .column(attempts, Attempt::shard, Short[]::new)
                .column(attempts, Attempt::attempt, Integer[]::new)
                .texts(attempts, Attempt::outcome)
                .column(attempts, attempt -> (int) Math.min(attempt.took().toMillis(), Integer.MAX_VALUE),
                        Integer[]::new)
                .column(attempts, Attempt::status, Integer[]::new)
                .texts(attempts, attempt -> text(attempt.error()))
                .texts(attempts, attempt -> text(attempt.answer()));
    }

    /// What others said. PostgreSQL's text has no NUL, and one that came through would keep the page from ever being
    /// settled.
    private static @Nullable String text(@Nullable String said) {
        return said == null ? null : said.substring(0, Math.min(said.length(), LONGEST)).replace('\0', '\ufffd');
    }

    private static <T> @Nullable T to(Entry<Lease, Place> place, Function<Edge, T> value) {
        var edge = place.getValue().to();
        return edge == null ? null : value.apply(edge);
    }
}
