package dev.onceward.runtime.upkeep;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.internal.postgres.Database;

/// The metric of how many marks each consumer of the inbox has. It is measured now and then and not when it is read, so that
/// nobody who reads metrics can load PostgreSQL.
@Singleton
final class MeasureInbox {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int COUNTED = 10_000;
    private static final int MOST_CONSUMERS = 100;

    static final String SIZES = "SELECT consumer, marks FROM onceward.inbox_sizes($1, $2)";

    private final Database database;
    private final MultiGauge marks;
    private final AtMostEvery atMostEvery = new AtMostEvery(INTERVAL);

    MeasureInbox(Pool pool, MeterRegistry registry) {
        database = new Database(pool, PATIENCE);
        marks = MultiGauge.builder("onceward.inbox.marks")
                .description("Marks of the inbox by consumer, counted up to 10,000 and estimated beyond")
                .register(registry);
    }

    Uni<Void> ifDue() {
        return atMostEvery.tryNow() ? now() : Uni.createFrom().voidItem();
    }

    Uni<Void> now() {
        return database.query(SIZES, Tuple.of(COUNTED, MOST_CONSUMERS))
                .onItem().invoke(this::show)
                .onFailure().invoke(this::hide)
                .replaceWithVoid();
    }

    private void show(RowSet<Row> sizes) {
        marks.register(sizes.stream()
                .map(size -> MultiGauge.Row.of(Tags.of("consumer", size.getString(0)), size.getLong(1)))
                .toList(), true);
    }

    /// An outdated number would look like a current one.
    private void hide() {
        marks.register(List.of(), true);
    }
}
