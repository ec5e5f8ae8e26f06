package dev.onceward.internal.postgres;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/// Builds the parameters of a statement: single values, and lists as one array per column, which `unnest` turns into
/// rows.
public final class ArrayColumns {
    private final io.vertx.sqlclient.Tuple values = io.vertx.sqlclient.Tuple.tuple();

    public ArrayColumns value(@Nullable Object value) {
        var _ = values.addValue(value);
        return this;
    }

    public <I, T> ArrayColumns column(List<I> items, Function<I, @Nullable T> value, IntFunction<@Nullable T[]> array) {
        var column = array.apply(items.size());
        for (var i = 0; i < column.length; i++) {
            column[i] = value.apply(items.get(i));
        }
        return value(column);
    }

    public <I> ArrayColumns texts(List<I> items, Function<I, @Nullable String> value) {
        return column(items, value, String[]::new);
    }

    public Tuple tuple() {
        return Tuple.newInstance(values);
    }
}
