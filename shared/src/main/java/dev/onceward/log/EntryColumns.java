package dev.onceward.log;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.key.Key;
import dev.onceward.postgres.Columns;

/// Entries in the order of the statement's parameters.
final class EntryColumns {
    private EntryColumns() {}

    static Tuple of(List<Entry> entries) {
        return new Columns()
                .column(entries, Entry::id, UUID[]::new)
                .texts(entries, entry -> scope(entry.key()))
                .texts(entries, entry -> value(entry.key()))
                .column(entries, entry -> Buffer.buffer(entry.fingerprint().bytes()), Buffer[]::new)
                .column(entries, entry -> seconds(entry.retention()), Double[]::new)
                .texts(entries, Entry::source)
                .texts(entries, Entry::topic)
                .texts(entries, Entry::type)
                .texts(entries, Entry::ordering)
                .column(entries, Entry::shard, Short[]::new)
                .texts(entries, entry -> HeadersJson.of(entry.headers()))
                .column(entries, Entry::body, Buffer[]::new)
                .texts(entries, entry -> entry.trace().parent())
                .texts(entries, entry -> entry.trace().state())
                .texts(entries, entry -> entry.trace().correlation())
                .texts(entries, entry -> entry.trace().causation())
                .texts(entries, Entry::orderingGroup)
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
