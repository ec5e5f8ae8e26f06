package dev.onceward.log;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.key.Key;

/// Entries turned by ninety degrees: one array a column, in the order of the statement's parameters.
final class EntryColumns {
    private EntryColumns() {}

    static Tuple of(List<Entry> entries) {
        var columns = io.vertx.sqlclient.Tuple.tuple();
        columns.addValue(column(entries, Entry::id, UUID[]::new));
        columns.addValue(texts(entries, entry -> scope(entry.key())));
        columns.addValue(texts(entries, entry -> value(entry.key())));
        columns.addValue(column(entries, entry -> Buffer.buffer(entry.fingerprint().bytes()), Buffer[]::new));
        columns.addValue(column(entries, entry -> seconds(entry.retention()), Double[]::new));
        columns.addValue(texts(entries, Entry::source));
        columns.addValue(texts(entries, Entry::topic));
        columns.addValue(texts(entries, Entry::type));
        columns.addValue(texts(entries, Entry::ordering));
        columns.addValue(column(entries, Entry::shard, Short[]::new));
        columns.addValue(texts(entries, entry -> Json.encode(entry.headers())));
        columns.addValue(column(entries, Entry::body, Buffer[]::new));
        columns.addValue(texts(entries, entry -> entry.trace().parent()));
        columns.addValue(texts(entries, entry -> entry.trace().state()));
        columns.addValue(texts(entries, entry -> entry.trace().correlation()));
        columns.addValue(texts(entries, entry -> entry.trace().causation()));
        return Tuple.newInstance(columns);
    }

    private static @Nullable String[] texts(List<Entry> entries, Function<Entry, @Nullable String> value) {
        return column(entries, value, String[]::new);
    }

    private static <T> @Nullable T[] column(List<Entry> entries, Function<Entry, @Nullable T> value,
            IntFunction<@Nullable T[]> array) {
        var column = array.apply(entries.size());
        for (var i = 0; i < column.length; i++) {
            column[i] = value.apply(entries.get(i));
        }
        return column;
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
