package dev.onceward.intake.signature.field;

import java.util.Optional;
import java.util.stream.Stream;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.internal.request.Request;

/// Reads headers that must come once: if a header came twice, it is unknown which value counts.
public final class SingleHeader {
    private SingleHeader() {}

    public static Optional<String> header(Request request, String name) {
        var values = request.headers(name);
        return values.size() == 1 && !values.getFirst().isBlank() ? Optional.of(values.getFirst()) : Optional.empty();
    }

    /// Describes what is wrong with headers of which at least one could not be read.
    public static Unverified absent(Request request, String... names) {
        var twice = Stream.of(names).anyMatch(name -> request.headers(name).size() > 1);
        return new Unverified(twice ? RefusalReason.REPEATED : RefusalReason.MISSING,
                "a header of " + String.join(", ", names) + (twice ? " came twice" : " is missing or empty"));
    }
}
