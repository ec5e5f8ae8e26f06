package dev.onceward.signature.form;

import java.util.function.Function;

import dev.onceward.signature.Reason;

/// What was looked for in a request, or why it cannot be had.
sealed interface Found<T> {

    record Here<T>(T value) implements Found<T> {}

    record Not<T>(Reason reason, String why) implements Found<T> {}

    default <R> Found<R> then(Function<T, Found<R>> next) {
        return switch (this) {
            case Here<T>(var value) -> next.apply(value);
            case Not<T>(var reason, var why) -> new Not<>(reason, why);
        };
    }
}
