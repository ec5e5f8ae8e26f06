package dev.onceward.intake;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;

import dev.onceward.intake.SourcesConfig.SourceConfig;
import dev.onceward.key.IdempotencyKey;
import dev.onceward.key.KeyRule;
import dev.onceward.key.KeyRules;
import dev.onceward.signature.Presets;
import dev.onceward.signature.Scheme;
import dev.onceward.signature.Unsigned;

/// Turns what a user wrote into a source, or says which key is wrong and what is allowed there.
final class ReadSource {
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?");
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,198}[A-Za-z0-9])?");
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final long LARGEST_BODY = 64L << 20;
    private static final String SIZE = "must be a size between 1 and 64M, such as 100K";
    private static final String PERCENT = "must be a number of percent from 0 to 100";

    private final String name;
    private final SourceConfig config;
    private final Clock clock;

    ReadSource(String name, SourceConfig config, Clock clock) {
        this.name = name;
        this.config = config;
        this.clock = clock;
    }

    Source read() {
        if (!NAME.matcher(name).matches()) {
            throw new ConfigurationException(
                    "onceward.sources." + name + " is no name for a source: it must be 1 to 63 "
                            + "lower-case letters, digits, '.', '_' or '-', with a letter or digit at both ends");
        }
        var preset = config.preset().map(at("preset", Presets::named));
        return new Source(name, scheme(preset), key(preset), ordering(preset), topic(), onMismatch(), retention(),
                maxBody(),
                contentTypes(), warnAbove());
    }

    private Scheme scheme(Optional<Presets> preset) {
        var secrets = config.secrets().orElse(List.of());
        var unsigned = unsigned();
        if (unsigned && (preset.isPresent() || !secrets.isEmpty())) {
            throw wrong("unsigned", "is true, so there can be no preset and no secrets: leave out one or the other");
        }
        if (unsigned) {
            return new Unsigned();
        }
        if (preset.isEmpty()) {
            throw wrong("preset", "is missing: name the scheme the source signs with (" + Presets.ALLOWED
                    + ") and its secrets, or say " + property("unsigned") + "=true");
        }
        if (secrets.isEmpty()) {
            throw wrong("secrets", "is missing: the preset needs at least one secret");
        }
        return at("secrets", (List<String> given) -> preset.get().scheme(given, clock)).apply(secrets);
    }

    private boolean unsigned() {
        return switch (config.unsigned()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong("unsigned", "must be true or false");
        };
    }

    private KeyRule key(Optional<Presets> preset) {
        if (name.equals(Source.EVENTS) && config.key().isPresent()) {
            throw wrong("key", "cannot be set: a CloudEvent's key is its source and id");
        }
        var usual = preset.isPresent() ? "event-id" : "header:" + IdempotencyKey.HEADER;
        return at("key", rules(preset)::parse).apply(config.key().orElse(usual));
    }

    private Optional<KeyRule> orderingRule(Optional<Presets> preset) {
        return config.ordering().map(at("ordering", rules(preset)::parse));
    }

    private @org.jspecify.annotations.Nullable KeyRule ordering(Optional<Presets> preset) {
        return orderingRule(preset).orElse(null);
    }

    private KeyRules rules(Optional<Presets> preset) {
        return new KeyRules(clock, preset.map(Presets::eventId).orElse(""));
    }

    private String topic() {
        var topic = config.topic().orElse(name);
        if (!TOPIC.matcher(topic).matches()) {
            throw wrong("topic",
                    "must be 1 to 200 letters, digits, '.', '_', '/' or '-', with a letter or digit at both ends");
        }
        return topic;
    }

    private OnMismatch onMismatch() {
        var usual = name.equals(Source.EVENTS) ? OnMismatch.REPLAY : OnMismatch.REJECT;
        return config.onMismatch().map(at("on-mismatch", OnMismatch::named)).orElse(usual);
    }

    private @org.jspecify.annotations.Nullable Duration retention() {
        if (config.retention().equals("forever")) {
            return null;
        }
        var retention = at("retention", ReadSource::duration).apply(config.retention());
        if (retention.compareTo(SHORTEST) < 0 || retention.compareTo(LONGEST) > 0) {
            throw wrong("retention", "must be between 1m and 3650d, or forever");
        }
        return retention;
    }

    private static Duration duration(String text) {
        try {
            return DurationConverter.parseDuration(text);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("must be a duration such as 12h or 30d, or forever", unreadable);
        }
    }

    private long maxBody() {
        var bytes = at("max-body", ReadSource::size).apply(config.maxBody());
        if (bytes < 1 || bytes > LARGEST_BODY) {
            throw wrong("max-body", SIZE);
        }
        return bytes;
    }

    private static long size(String text) {
        try {
            return new MemorySizeConverter().convert(text).asLongValue();
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(SIZE, unreadable);
        }
    }

    private List<String> contentTypes() {
        return config.contentTypes().orElse(List.of()).stream().map(type -> type.strip().toLowerCase(Locale.ROOT))
                .toList();
    }

    private double warnAbove() {
        var percent = at("warn-above-duplicates", ReadSource::percent).apply(config.warnAboveDuplicates());
        if (!(percent >= 0 && percent <= 100)) {
            throw wrong("warn-above-duplicates", PERCENT);
        }
        return percent;
    }

    private static double percent(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException unreadable) {
            throw new IllegalArgumentException(PERCENT, unreadable);
        }
    }

    private <A, B> Function<A, B> at(String property, Function<A, B> read) {
        return value -> {
            try {
                return read.apply(value);
            } catch (IllegalArgumentException refused) {
                throw wrong(property, String.valueOf(refused.getMessage()));
            }
        };
    }

    private ConfigurationException wrong(String property, String what) {
        return new ConfigurationException(property(property) + " " + what);
    }

    private String property(String property) {
        return "onceward.sources." + name + "." + property;
    }
}
