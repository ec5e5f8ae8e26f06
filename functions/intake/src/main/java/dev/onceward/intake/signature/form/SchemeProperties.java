package dev.onceward.intake.signature.form;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.onceward.intake.signature.location.ValueLocation;

/// The properties of a scheme, one per line, from the file of presets or from a user. The message for a property that
/// cannot be read names the key and the allowed values.
public record SchemeProperties(Map<String, String> lines) {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([1-9][0-9]{0,4})([smhd])");
    private static final Pattern OR = Pattern.compile("\\s*\\|\\s*");

    public Optional<String> text(String key) {
        return Optional.ofNullable(lines.get(key)).filter(text -> !text.isEmpty());
    }

    /// @throws IllegalArgumentException whose message starts with the key
    public <T> Optional<T> read(String key, Function<String, T> reader) {
        return text(key).map(text -> at(key, reader, text));
    }

    public Optional<Duration> duration(String key) {
        return read(key, SchemeProperties::spelled);
    }

    <T> T word(String key, T[] all, Function<T, String> spelled, T usual) {
        return read(key, text -> Stream.of(all).filter(one -> spelled.apply(one).equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of "
                        + Stream.of(all).map(spelled).collect(Collectors.joining(", ")))))
                .orElse(usual);
    }

    List<ValueLocation> places(String key, String separator) {
        return text(key).map(text -> OR.splitAsStream(text)
                .map(place -> at(key, one -> ValueLocation.of(one, separator), place)).toList()).orElse(List.of());
    }

    private static Duration spelled(String text) {
        var parts = NUMBER_AND_UNIT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be a number and one of s, m, h, d, such as 5m");
        }
        var number = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    private static <T> T at(String key, Function<String, T> reader, String text) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(key + " " + refused.getMessage(), refused);
        }
    }
}
