package dev.onceward.intake.configuration;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import io.quarkus.logging.Log;
import io.quarkus.runtime.configuration.ConfigurationException;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.configuration.SourcesConfig.SourceConfig;
import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.handshake.SourceHandshakes;
import dev.onceward.intake.secret.SecretOrigin;
import dev.onceward.intake.secret.SecretValue;
import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.preset.Preset;
import dev.onceward.intake.source.BodyLimits;
import dev.onceward.intake.source.EventRules;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.source.SuccessAnswer;
import dev.onceward.internal.key.IdempotencyKey;
import dev.onceward.internal.rule.KeyRule;
import dev.onceward.internal.rule.KeyRules;

/// Reads the settings of a source, or reports which key is wrong and which values are allowed.
final class ReadSource {
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?");
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,198}[A-Za-z0-9])?");
    private static final String USUAL_BODY = "1M";
    private static final int SHORTEST_TOKEN = 16;

    private final String name;
    private final SourceConfig config;
    private final Clock clock;
    private final PublishedKeys keys;
    private final ConfigKey configKey;

    ReadSource(String name, SourceConfig config, Clock clock, PublishedKeys keys) {
        this.name = name;
        this.config = config;
        this.clock = clock;
        this.keys = keys;
        this.configKey = new ConfigKey("onceward.sources." + name);
    }

    Source read() {
        if (!NAME.matcher(name).matches()) {
            throw new ConfigurationException(
                    "onceward.sources." + name + " is no name for a source: it must be 1 to 63 "
                            + "lower-case letters, digits, '.', '_' or '-', with a letter or digit at both ends");
        }
        var authenticity = new ReadSignatureSettings(configKey, config, keys);
        var preset = authenticity.preset();
        return new Source(name, authenticity.credentials(preset), authenticity.signing(preset), handshakes(preset),
                eventRules(preset, preset.map(authenticity::tolerance).orElse(null)), authenticity.onUnverified(preset),
                taken(preset), new BodyLimits(maxBody(preset), contentTypes()),
                configKey.read("warn-above-duplicates", ParseSetting::percent, config.warnAboveDuplicates()));
    }

    private EventRules eventRules(Optional<Preset> preset, @Nullable Duration tolerance) {
        return new EventRules(key(preset), rule("ordering", config.ordering(), preset), orderingGroup(), type(preset),
                topic(), onMismatch(preset), retention(preset, tolerance));
    }

    private SourceHandshakes handshakes(Optional<Preset> preset) {
        var handshakes = preset.map(Handshake::of).orElse(List.of());
        var needsToken = handshakes.stream().anyMatch(Handshake::needsToken);
        var token = writtenToken();
        if (needsToken && token.isEmpty()) {
            throw configKey.wrong("handshake-token",
                    "is missing: with it this sender proves that you gave it the "
                            + "address. Choose a random token and give it to the sender");
        }
        if (!needsToken && token.isPresent()) {
            throw configKey.wrong("handshake-token", "cannot be set: this sender has no handshake that needs one");
        }
        return SourceHandshakes.of(handshakes,
                token.map(text -> configKey.read("handshake-token", ReadSource::token, text)));
    }

    private Optional<String> writtenToken() {
        return config.handshakeToken().flatMap(SecretValue::of)
                .flatMap(written -> configKey.read("handshake-token", SecretValue::one, written));
    }

    /// The success answer of the preset, with the status that the source sets.
    private SuccessAnswer taken(Optional<Preset> preset) {
        var usual = preset.map(Preset::answer).map(SuccessAnswer::of).orElse(SuccessAnswer.USUAL);
        return config.status().map(text -> configKey.read("status", usual::with, text)).orElse(usual);
    }

    /// The token must be hard to guess: whoever knows it can register a secret of their own as the sender's.
    private static SecretText token(String text) {
        var tokens = SecretOrigin.of("handshake-token", text).read();
        if (tokens.size() != 1 || tokens.getFirst().text().strip().length() < SHORTEST_TOKEN) {
            throw new IllegalArgumentException("must be one text of at least " + SHORTEST_TOKEN
                    + " characters, or a file with one: choose it at random");
        }
        return new SecretText("handshake-token", tokens.getFirst().text().strip());
    }

    private KeyRule key(Optional<Preset> preset) {
        if (name.equals(Source.EVENTS) && config.key().isPresent()) {
            throw configKey.wrong("key", "cannot be set: a CloudEvent's key is its source and id");
        }
        if (!name.equals(Source.EVENTS) && config.preset().isEmpty() && preset.isPresent() && config.key().isEmpty()) {
            throw configKey.wrong("key",
                    "is missing: set where the id of an event is, as in json:/id or "
                            + "header:X-Event-Id; content-hash, if no two events have the same body; or uuid, to "
                            + "store copies too");
        }
        var usual = preset.isPresent() ? "event-id" : "header:" + IdempotencyKey.HEADER;
        return configKey.read("key", rules(preset)::parse, config.key().orElse(usual));
    }

    private @Nullable KeyRule type(Optional<Preset> preset) {
        return rule("type", config.type().or(() -> preset.flatMap(Preset::eventType)), preset);
    }

    private @Nullable KeyRule rule(String key, Optional<String> text, Optional<Preset> preset) {
        return text.map(rule -> configKey.read(key, rules(preset)::parse, rule)).orElse(null);
    }

    private KeyRules rules(Optional<Preset> preset) {
        return new KeyRules(clock, preset.map(Preset::eventId).orElse(""));
    }

    private @Nullable String orderingGroup() {
        var group = config.orderingGroup();
        if (group.isPresent() && !NAME.matcher(group.get()).matches()) {
            throw configKey.wrong("ordering-group",
                    "must be 1 to 63 lower-case letters, digits, '.', '_' or '-', with a letter "
                            + "or digit at both ends, as the name of a source");
        }
        return group.orElse(null);
    }

    private String topic() {
        var topic = config.topic().orElse(name);
        if (!TOPIC.matcher(topic).matches()) {
            throw configKey.wrong("topic",
                    "must be 1 to 200 letters, digits, '.', '_', '/' or '-', with a letter or digit at both ends");
        }
        return topic;
    }

    /// Senders with event ids may send the same event with another body, for instance with a count of their attempts in
    /// it, so the default for them is `replay`.
    private OnMismatch onMismatch(Optional<Preset> preset) {
        var usual = name.equals(Source.EVENTS) || preset.isPresent() ? OnMismatch.REPLAY : OnMismatch.REJECT;
        return config.onMismatch().map(text -> configKey.read("on-mismatch", OnMismatch::named, text)).orElse(usual);
    }

    private long maxBody(Optional<Preset> preset) {
        return configKey.read("max-body", ParseSetting::size,
                config.maxBody().or(() -> preset.flatMap(Preset::maxBody)).orElse(USUAL_BODY));
    }

    /// A request that was signed by a clock ahead of ours passes verification for up to twice the tolerance.
    private @Nullable Duration retention(Optional<Preset> preset, @Nullable Duration tolerance) {
        var retention = configKey.read("retention", ParseSetting::retention, config.retention()).orElse(null);
        var retries = preset.flatMap(Preset::retries).orElse(Duration.ZERO);
        if (retention != null && retention.compareTo(retries) < 0) {
            Log.warnf(
                    "the retention of keys is shorter than the time for which the sender retries: source=%s retention=%s retries=%s",
                    name,
                    retention, retries);
        }
        if (retention != null && tolerance != null && retention.compareTo(tolerance.multipliedBy(2)) < 0) {
            Log.warnf(
                    "the retention of keys is shorter than twice the tolerance, so a captured request could be stored again: source=%s retention=%s "
                            + "tolerance=%s",
                    name, retention, tolerance);
        }
        return retention;
    }

    private List<String> contentTypes() {
        return config.contentTypes().orElse(List.of()).stream().map(type -> type.strip().toLowerCase(Locale.ROOT))
                .toList();
    }
}
