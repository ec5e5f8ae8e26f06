package dev.onceward.intake.source;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The answer to the sender of a stored event: the status that the sender counts as a success, and a text if the sender
/// expects one.
public record SuccessAnswer(int status, Optional<String> text) {
    public static final SuccessAnswer USUAL = new SuccessAnswer(202, Optional.empty());
    private static final int NO_BODY = 204;
    private static final Set<String> STATUSES = Set.of("200", "201", "202", "204");
    private static final Pattern FORM = Pattern.compile("(20[0-9])(?: (.{1,200}))?");

    /// @throws IllegalArgumentException whose message ends the sentence "the answer …"
    public static SuccessAnswer of(String answer) {
        var parts = FORM.matcher(answer);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "must be a status from 200 to 209, and after a space the text to answer");
        }
        return new SuccessAnswer(Integer.parseInt(parts.group(1)),
                Optional.ofNullable(parts.group(2)).map(text -> text.equals("empty") ? "" : text));
    }

    /// Returns the answer with another status.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "the status …"
    public SuccessAnswer with(String chosen) {
        if (!STATUSES.contains(chosen)) {
            throw new IllegalArgumentException("must be 200, 201, 202 or 204");
        }
        var number = Integer.parseInt(chosen);
        text.filter(wanted -> number == NO_BODY && !wanted.isEmpty()).ifPresent(wanted -> {
            throw new IllegalArgumentException(
                    "cannot be 204, which has no body: this sender wants to read " + wanted);
        });
        return new SuccessAnswer(number, text);
    }
}
