package dev.onceward.intake.signature.field;

import java.util.Optional;
import java.util.stream.Stream;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.internal.request.Request;

/// Headers that must come once: of two, nobody can say which counts.
public final class SingleHeader {
    private SingleHeader() {}

    public static Optional<String> header(Request request, String name) {
        var values = request.headers(name);
        return values.size() == 1 && !values.getFirst().isBlank() ? Optional.of(values.getFirst()) : Optional.empty();
    }

    /// What is wrong with headers of which one could not be read.
    public static Forged absent(Request request, String... names) {
        var twice = Stream.of(names).anyMatch(name -> request.headers(name).size() > 1);
        return new Forged(twice ? RefusalReason.REPEATED : RefusalReason.MISSING,
                "a header of " + String.join(", ", names) + (twice ? " came twice" : " is missing or empty"));
    }
}
