package dev.onceward.relay.window;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/// Selects the events of a subscription.
///
/// @param topics with `*` for any characters
/// @param types with `*` for any characters; an empty list selects all, also events without a type
/// @param headers names in lower case, each with its exact value
public record EventFilter(List<String> topics, List<String> types, Map<String, String> headers) {

    public static final EventFilter ALL = new EventFilter(List.of("*"), List.of(), Map.of());

    /// The regular expression for PostgreSQL; null if all topics are selected.
    public @Nullable String topicPattern() {
        return topics.contains("*") ? null : pattern(topics);
    }

    public @Nullable String typePattern() {
        return types.isEmpty() ? null : pattern(types);
    }

    /// Makes a regular expression for PostgreSQL, in which a dot matches any character.
    private static String pattern(List<String> globs) {
        return globs.stream().map(EventFilter::one).collect(Collectors.joining("|", "^(?:", ")$"));
    }

    private static String one(String glob) {
        return Arrays.stream(glob.split("\\*", -1)).map(EventFilter::literally).collect(Collectors.joining(".*"));
    }

    private static String literally(String text) {
        return text.codePoints()
                .mapToObj(c -> (Character.isLetterOrDigit(c) ? "" : "\\") + Character.toString(c))
                .collect(Collectors.joining());
    }
}
