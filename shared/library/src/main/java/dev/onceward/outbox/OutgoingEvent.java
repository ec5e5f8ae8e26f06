package dev.onceward.outbox;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.KeyText;

/// An event that business code has to tell. Source, topic, type and ordering key have 1 to 255 characters, none of them a
/// control character or half a character.
///
/// @param id a UUIDv7, as [dev.onceward.internal.event.EventId] makes them
/// @param source who tells it
/// @param ordering events of one source and ordering key are delivered in order
/// @param headers names in lower case
public record OutgoingEvent(UUID id, String source, String topic, @Nullable String type, @Nullable String ordering,
        Map<String, String> headers, Buffer body, EventTrace trace) {

    /// Why the first of them that cannot be stored cannot be, as a sentence. What is too long for a header or a broker
    /// would fail at each attempt to deliver it, long after the transaction that told it.
    static Optional<IllegalArgumentException> problem(List<OutgoingEvent> events) {
        return events.stream().flatMap(OutgoingEvent::problems).findFirst().map(IllegalArgumentException::new);
    }

    private Stream<String> problems() {
        return Stream.of(problem("source", source), problem("topic", topic), problem("type", type),
                problem("ordering key", ordering)).flatMap(Optional::stream);
    }

    private Optional<String> problem(String what, @Nullable String text) {
        return text == null || KeyText.fits(text)
                ? Optional.empty()
                : Optional.of(("The %s of the event %s has %d characters: it must have 1 to %d, none of them a control "
                        + "character or half a character.").formatted(what, id, text.length(), KeyText.MAX_LENGTH));
    }
}
