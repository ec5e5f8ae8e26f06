package dev.onceward.internal.key;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/// Checks texts that are required, such as the topic of an event or the id of a message: 1 to 255 characters, like those of a key.
public final class RequiredText {
    private RequiredText() {}

    /// @throws IllegalArgumentException whose message says what is wrong and what is allowed
    public static String checked(String what, @Nullable String text) {
        problem(what, text).ifPresent(RequiredText::refuse);
        return String.valueOf(text);
    }

    public static Optional<String> problem(String what, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Optional.of("The %s is missing: it must have 1 to %d characters."
                    .formatted(what, KeyText.MAX_LENGTH));
        }
        if (text.length() > KeyText.MAX_LENGTH) {
            return Optional.of("The %s has %d characters: it must have 1 to %d."
                    .formatted(what, text.length(), KeyText.MAX_LENGTH));
        }
        return KeyText.fits(text)
                ? Optional.empty()
                : Optional
                        .of("The %s has a control character or an unpaired surrogate: any other characters are allowed."
                                .formatted(what));
    }

    private static void refuse(String problem) {
        throw new IllegalArgumentException(problem);
    }
}
