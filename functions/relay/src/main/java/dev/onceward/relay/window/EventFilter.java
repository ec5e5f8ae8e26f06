package dev.onceward.relay.window;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/// Which events a subscription gets.
///
/// @param topics with `*` for any characters
/// @param types the same; none means all, also those without a type
/// @param headers names in lower case, each with its exact value
public record EventFilter(List<String> topics, List<String> types, Map<String, String> headers) {

    public static final EventFilter ALL = new EventFilter(List.of("*"), List.of(), Map.of());

    /// As PostgreSQL reads it; nothing if all are wanted.
    public @Nullable String topicPattern() {
        return topics.contains("*") ? null : pattern(topics);
    }

    public @Nullable String typePattern() {
        return types.isEmpty() ? null : pattern(types);
    }

    /// As PostgreSQL reads it, where a dot matches any character.
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
