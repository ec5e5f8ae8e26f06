package dev.onceward.intake.newevent;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.Key;
import dev.onceward.internal.postgres.ArrayColumns;

/// Arranges events as the parameters of the statement that appends them, one array per column.
public final class NewEventColumns {
    private NewEventColumns() {}

    public static Tuple of(List<NewEvent> entries) {
        return new ArrayColumns()
                .column(entries, NewEvent::id, UUID[]::new)
                .texts(entries, entry -> scope(entry.key()))
                .texts(entries, entry -> value(entry.key()))
                .column(entries, entry -> Buffer.buffer(entry.fingerprint().bytes()), Buffer[]::new)
                .column(entries, entry -> seconds(entry.retention()), Double[]::new)
                .texts(entries, NewEvent::source)
                .texts(entries, NewEvent::topic)
                .texts(entries, NewEvent::type)
                .texts(entries, NewEvent::ordering)
                .column(entries, NewEvent::shard, Short[]::new)
                .texts(entries, entry -> HeadersJson.of(entry.headers()))
                .column(entries, NewEvent::body, Buffer[]::new)
                .texts(entries, entry -> entry.trace().parent())
                .texts(entries, entry -> entry.trace().state())
                .texts(entries, entry -> entry.trace().correlation())
                .texts(entries, entry -> entry.trace().causation())
                .texts(entries, NewEvent::orderingGroup)
                .tuple();
    }

    private static @Nullable String scope(@Nullable Key key) {
        return key == null ? null : key.scope();
    }

    private static @Nullable String value(@Nullable Key key) {
        return key == null ? null : key.value();
    }

    private static @Nullable Double seconds(@Nullable Duration retention) {
        return retention == null ? null : retention.toMillis() / 1000d;
    }
}
