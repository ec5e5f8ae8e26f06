package dev.onceward.intake;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.ConfigurationException;
import org.jspecify.annotations.Nullable;

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
                at("max-body", Spelled::size).apply(config.maxBody()), contentTypes(),
                at("warn-above-duplicates", Spelled::percent).apply(config.warnAboveDuplicates()));
    }

    private Scheme scheme(Optional<Presets> preset) {
        var secrets = config.secrets().orElse(List.of());
        var unsigned = at("unsigned", Spelled::flag).apply(config.unsigned());
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

    private KeyRule key(Optional<Presets> preset) {
        if (name.equals(Source.EVENTS) && config.key().isPresent()) {
            throw wrong("key", "cannot be set: a CloudEvent's key is its source and id");
        }
        var usual = preset.isPresent() ? "event-id" : "header:" + IdempotencyKey.HEADER;
        return at("key", rules(preset)::parse).apply(config.key().orElse(usual));
    }

    private @Nullable KeyRule ordering(Optional<Presets> preset) {
        return config.ordering().map(at("ordering", rules(preset)::parse)).orElse(null);
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

    private @Nullable Duration retention() {
        return at("retention", Spelled::retention).apply(config.retention()).orElse(null);
    }

    private List<String> contentTypes() {
        return config.contentTypes().orElse(List.of()).stream().map(type -> type.strip().toLowerCase(Locale.ROOT))
                .toList();
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
