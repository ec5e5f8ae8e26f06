package dev.onceward.intake.signature.location;

import java.util.List;
import java.util.function.Function;

import dev.onceward.intake.signature.RefusalReason;

/// A value of a request, or the reason why it could not be read.
public sealed interface FoundValue<T> {

    record Value<T>(T value) implements FoundValue<T> {}

    record NoValue<T>(RefusalReason reason, String why) implements FoundValue<T> {}

    /// Returns the value if it came once and is not empty. If it came twice, it is unknown which one counts.
    static FoundValue<List<String>> once(List<String> values, ValueLocation valueLocation) {
        return switch (values.size()) {
            case 0 -> new NoValue<>(RefusalReason.MISSING, "there is no " + valueLocation);
            case 1 -> values.getFirst().isBlank()
                    ? new NoValue<>(RefusalReason.MISSING, "the " + valueLocation + " is empty")
                    : new Value<>(values);
            default ->
                new NoValue<>(RefusalReason.REPEATED, "the " + valueLocation + " came " + values.size() + " times");
        };
    }

    default <R> FoundValue<R> then(Function<T, FoundValue<R>> next) {
        return switch (this) {
            case Value<T>(var value) -> next.apply(value);
            case NoValue<T>(var reason, var why) -> new NoValue<>(reason, why);
        };
    }
}
