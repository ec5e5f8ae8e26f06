package dev.onceward.intake.configuration;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.ConfigurationException;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.configuration.SourcesConfig.SourceConfig;
import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.handshake.RejectOwnChallenge;
import dev.onceward.intake.secret.SecretOrigin;
import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.preset.Preset;
import dev.onceward.intake.signature.preset.PresetOptions;
import dev.onceward.intake.signature.preset.Presets;
import dev.onceward.intake.source.OnUnverified;
import dev.onceward.intake.source.SignatureSettings;
import dev.onceward.intake.source.SourceScheme;

/// Reads how the requests to a source are verified.
final class ReadSignatureSettings {
    private static final Pattern DATED = Pattern.compile("(?:^|[|+:])\\s*date:");
    private static final Pattern URL = Pattern.compile("https?://[!-~&&[^#]]{3,2000}");

    private final ConfigKey configKey;
    private final SourceConfig config;
    private final PublishedKeys keys;

    ReadSignatureSettings(ConfigKey configKey, SourceConfig config, PublishedKeys keys) {
        this.configKey = configKey;
        this.config = config;
        this.keys = keys;
    }

    /// The preset that the source names, changed by its `scheme` properties; or a scheme made of these properties
    /// alone.
    Optional<Preset> preset() {
        var named = config.preset().map(name -> configKey.<String, Preset>read("preset", Presets::named, name));
        return config.scheme().isEmpty()
                ? named
                : Optional.of(described(named.orElseGet(Presets::own), config.scheme()));
    }

    /// The name of an environment variable has no dash, so the framework delivers a dot in its place.
    private Preset described(Preset preset, Map<String, String> written) {
        var scheme = new TreeMap<String, String>();
        written.forEach((word, text) -> scheme.put(word.replace('.', '-'), text));
        try {
            return preset.with(scheme);
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException(configKey.name("scheme." + refused.getMessage()));
        }
    }

    SourceScheme credentials(Optional<Preset> preset) {
        var unsigned = configKey.read("unsigned", ParseSetting::flag, config.unsigned());
        var origins = new ReadSecrets(configKey, config).origins();
        if (unsigned && (preset.isPresent() || !origins.isEmpty())) {
            throw configKey.wrong("unsigned",
                    "is true, so there can be no preset, no scheme and no secrets: leave out one or "
                            + "the other");
        }
        return unsigned
                ? SourceScheme.none()
                : signed(preset.orElseThrow(() -> configKey.wrong("preset",
                        "is missing: set the preset of the sender, or describe its scheme in "
                                + configKey.name("scheme.*")
                                + ", or set "
                                + configKey.name("unsigned") + "=true. The presets are "
                                + String.join(", ", Presets.all().keySet()))),
                        origins);
    }

    private SourceScheme signed(Preset preset, List<SecretOrigin> origins) {
        if (origins.isEmpty() && !preset.handshakes().contains("asana")) {
            throw configKey.wrong("secrets", "is missing, or all that it refers to is empty: give at least one secret");
        }
        checkUrl(preset);
        if (config.tolerance().isPresent() && !preset.isTimed()) {
            throw configKey.wrong("tolerance",
                    "cannot be set: this sender signs no timestamp, so the age of a request is unknown");
        }
        if (!config.scheme().isEmpty() && preset.isTimed() && preset.tolerance().isEmpty()
                && config.tolerance().isEmpty()) {
            throw configKey.wrong("tolerance",
                    "is missing: the sender signs a timestamp, so set how old a request may be, as "
                            + "in 5m, or none for any age");
        }
        var scheme = scheme(preset, tolerance(preset));
        return configKey.read("secrets", (List<SecretOrigin> given) -> new SourceScheme(given, scheme), origins);
    }

    private void checkUrl(Preset preset) {
        var url = config.url().orElse("");
        if (preset.signsUrl() && url.isEmpty()) {
            throw configKey.wrong("url",
                    "is missing: this sender signs or names the address it was given, so set that address");
        }
        if (!preset.signsUrl() && !url.isEmpty()) {
            throw configKey.wrong("url", "cannot be set: this sender neither signs nor names the address it was given");
        }
        if (!url.isEmpty() && !URL.matcher(url).matches()) {
            throw configKey.wrong("url", "must be the whole address, as in https://example.com/hooks/square");
        }
    }

    private Function<List<SecretText>, Scheme> scheme(Preset preset, @Nullable Duration tolerance) {
        var handshakes = Handshake.of(preset);
        return secrets -> RejectOwnChallenge.of(
                preset.scheme(new PresetOptions(secrets, tolerance, config.url().orElse(""), keys)),
                handshakes);
    }

    SignatureSettings signing(Optional<Preset> preset) {
        return preset.map(known -> SignatureSettings.of(known, scheme(known, null))).orElse(SignatureSettings.NONE);
    }

    OnUnverified onUnverified(Optional<Preset> preset) {
        var onUnverified = configKey.read("on-unverified", OnUnverified::named, config.onUnverified());
        if (onUnverified == OnUnverified.QUARANTINE && preset.isEmpty()) {
            throw configKey.wrong("on-unverified",
                    "cannot be quarantine: the source is unsigned, so no request "
                            + "fails verification");
        }
        if (onUnverified == OnUnverified.QUARANTINE && config.key().filter(DATED.asPredicate()).isPresent()) {
            throw configKey.wrong("on-unverified",
                    "cannot be quarantine where the key is a date: a request released on another "
                            + "day would get the key of that day's event");
        }
        return onUnverified;
    }

    @Nullable
    Duration tolerance(Preset preset) {
        return config.tolerance().map(text -> configKey.read("tolerance", ParseSetting::tolerance, text))
                .orElseGet(preset::tolerance).orElse(null);
    }
}
