package dev.onceward.signature.form;

import java.util.List;
import java.util.function.Function;

import dev.onceward.signature.Reason;

/// What was looked for in a request, or why it cannot be had.
sealed interface Found<T> {

    record Here<T>(T value) implements Found<T> {}

    record Not<T>(Reason reason, String why) implements Found<T> {}

    /// What must be there once and not be empty: of two, nobody can say which counts.
    static Found<List<String>> once(List<String> values, Place place) {
        return switch (values.size()) {
            case 0 -> new Not<>(Reason.MISSING, "there is no " + place);
            case 1 -> values.getFirst().isBlank()
                    ? new Not<>(Reason.MISSING, "the " + place + " is empty")
                    : new Here<>(values);
            default -> new Not<>(Reason.REPEATED, "the " + place + " came " + values.size() + " times");
        };
    }

    default <R> Found<R> then(Function<T, Found<R>> next) {
        return switch (this) {
            case Here<T>(var value) -> next.apply(value);
            case Not<T>(var reason, var why) -> new Not<>(reason, why);
        };
    }
}
