package dev.onceward.internal.inbox;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.key.RequiredText;

/// What a message tells of its id. Two messages with different ids must not become equal here: the second of them would
/// be dropped as a repetition.
public sealed interface MessageId {
    /// What decoders put in the place of bytes that are no UTF-8.
    char REPLACEMENT = '\uFFFD';

    record FoundId(String text) implements MessageId {}

    record NoId() implements MessageId {}

    /// @param problem says why
    record UnusableId(String problem) implements MessageId {}

    /// Takes a text as it is.
    static MessageId of(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return new NoId();
        }
        return problem(text).or(() -> RequiredText.problem("message id", text))
                .<MessageId>map(UnusableId::new).orElseGet(() -> new FoundId(text));
    }

    /// Takes the hash of a text that is too long for a mark.
    static MessageId ofAnyLength(String text) {
        return text.length() <= KeyText.MAX_LENGTH
                ? of(text)
                : problem(text).<MessageId>map(UnusableId::new)
                        .orElseGet(() -> new FoundId(Fingerprint.of(List.of(text)).text()));
    }

    /// The id in another place, if it is missing here.
    default MessageId or(Supplier<MessageId> elsewhere) {
        return this instanceof NoId ? elsewhere.get() : this;
    }

    /// Empty if there is no usable id.
    default String orEmpty() {
        return this instanceof FoundId(var text) ? text : "";
    }

    private static Optional<String> problem(String text) {
        return text.indexOf(REPLACEMENT) < 0 && KeyText.isEncodable(text)
                ? Optional.empty()
                : Optional.of(
                        "The message id has U+FFFD or an unpaired surrogate, which stand for bytes that are no UTF-8.");
    }
}
