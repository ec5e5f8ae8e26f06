package dev.onceward.intake.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.ConfigurationException;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.handshake.Unasked;
import dev.onceward.intake.source.SourcesConfig.SourceConfig;
import dev.onceward.signature.RemoteKeys;
import dev.onceward.signature.Scheme;
import dev.onceward.signature.SecretText;
import dev.onceward.signature.preset.Preset;
import dev.onceward.signature.preset.Presets;
import dev.onceward.signature.preset.Terms;

/// Reads how a source proves who it is.
final class ReadAuthenticity {
    private static final Pattern DATED = Pattern.compile("(?:^|[|+:])\\s*date:");
    private static final Pattern URL = Pattern.compile("https?://[!-~&&[^#]]{3,2000}");

    private final At at;
    private final SourceConfig config;
    private final RemoteKeys keys;

    ReadAuthenticity(At at, SourceConfig config, RemoteKeys keys) {
        this.at = at;
        this.config = config;
        this.keys = keys;
    }

    /// The one it names, with what it says of its scheme; or the one it describes.
    Optional<Preset> preset() {
        var named = config.preset().map(name -> at.<String, Preset>read("preset", Presets::named, name));
        return config.scheme().isEmpty()
                ? named
                : Optional.of(described(named.orElseGet(Presets::own), config.scheme()));
    }

    /// In the environment a word has no dash, and what is written there comes with a dot for it.
    private Preset described(Preset preset, Map<String, String> written) {
        var scheme = new TreeMap<String, String>();
        written.forEach((word, text) -> scheme.put(word.replace('.', '-'), text));
        try {
            return preset.with(scheme);
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException(at.name("scheme." + refused.getMessage()));
        }
    }

    Credentials credentials(Optional<Preset> preset) {
        var unsigned = at.read("unsigned", Spelled::flag, config.unsigned());
        var origins = new ReadSecrets(at, config).origins();
        if (unsigned && (preset.isPresent() || !origins.isEmpty())) {
            throw at.wrong("unsigned", "is true, so there can be no preset, no scheme and no secrets: leave out one or "
                    + "the other");
        }
        return unsigned
                ? Credentials.none()
                : signed(preset.orElseThrow(() -> at.wrong("preset",
                        "is missing: say who sends, or describe the scheme in " + at.name("scheme.*") + ", or say "
                                + at.name("unsigned") + "=true. The presets are "
                                + String.join(", ", Presets.all().keySet()))),
                        origins);
    }

    private Credentials signed(Preset preset, List<SecretOrigin> origins) {
        if (origins.isEmpty() && !preset.handshakes().contains("asana")) {
            throw at.wrong("secrets", "is missing, or all that it refers to is empty: give at least one secret");
        }
        checkUrl(preset);
        if (config.tolerance().isPresent() && !preset.isTimed()) {
            throw at.wrong("tolerance", "cannot be set: this sender does not sign when it sent, so no age can be told");
        }
        if (!config.scheme().isEmpty() && preset.isTimed() && preset.tolerance().isEmpty()
                && config.tolerance().isEmpty()) {
            throw at.wrong("tolerance",
                    "is missing: the sender signs when it sent, so say how old a request may be, as "
                            + "in 5m, or none for any age");
        }
        var scheme = scheme(preset, tolerance(preset));
        return at.read("secrets", (List<SecretOrigin> given) -> new Credentials(given, scheme), origins);
    }

    private void checkUrl(Preset preset) {
        var url = config.url().orElse("");
        if (preset.signsUrl() && url.isEmpty()) {
            throw at.wrong("url",
                    "is missing: this sender signs or names the address it was given, so say which that is");
        }
        if (!preset.signsUrl() && !url.isEmpty()) {
            throw at.wrong("url", "cannot be set: this sender neither signs nor names the address it was given");
        }
        if (!url.isEmpty() && !URL.matcher(url).matches()) {
            throw at.wrong("url", "must be the whole address, as in https://example.com/hooks/square");
        }
    }

    private Function<List<SecretText>, Scheme> scheme(Preset preset, @Nullable Duration tolerance) {
        var handshakes = Handshake.of(preset);
        return secrets -> Unasked.of(preset.scheme(new Terms(secrets, tolerance, config.url().orElse(""), keys)),
                handshakes);
    }

    Signing signing(Optional<Preset> preset) {
        return preset.map(known -> Signing.of(known, scheme(known, null))).orElse(Signing.NONE);
    }

    OnUnverified onUnverified(Optional<Preset> preset) {
        var onUnverified = at.read("on-unverified", OnUnverified::named, config.onUnverified());
        if (onUnverified == OnUnverified.QUARANTINE && preset.isEmpty()) {
            throw at.wrong("on-unverified", "cannot be quarantine: the source is unsigned, so everything is taken and "
                    + "nothing is ever put aside");
        }
        if (onUnverified == OnUnverified.QUARANTINE && config.key().filter(DATED.asPredicate()).isPresent()) {
            throw at.wrong("on-unverified", "cannot be quarantine where the key is a date: what is released on another "
                    + "day would take the place of that day's event");
        }
        return onUnverified;
    }

    @Nullable
    Duration tolerance(Preset preset) {
        return config.tolerance().map(text -> at.read("tolerance", Spelled::tolerance, text))
                .orElseGet(preset::tolerance).orElse(null);
    }
}
