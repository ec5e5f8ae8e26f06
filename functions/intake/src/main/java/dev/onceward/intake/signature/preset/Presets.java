package dev.onceward.intake.signature.preset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

import dev.onceward.intake.signature.form.SchemeProperties;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

/// Holds the presets of `presets.properties`. A new preset needs a few lines in that file and a test vector.
public final class Presets {
    /// The headers in which any sender sends the secret itself, in lower case. Every request of every source needs this
    /// list, so it is written here: reading it from the file would parse all presets at each start. `PresetsTest` fails
    /// with the right list after a preset was added.
    public static final Set<String> SECRET_HEADERS = Set.of("authorization", "x-gitlab-token",
            "x-telegram-bot-api-secret-token");

    private static final String FILE = "presets.properties";

    private Presets() {}

    /// The file is read when the first preset is requested.
    private static final class Read {
        static final PresetFile PRESETS = new PresetFile(text());
    }

    /// Parses all presets, which takes long and must not happen at every start.
    public static SortedMap<String, Preset> all() {
        return Read.PRESETS.all();
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the preset …"
    public static Preset named(String name) {
        return Read.PRESETS.preset(name).orElseThrow(
                () -> new IllegalArgumentException("must be one of " + String.join(", ", all().keySet())));
    }

    /// An empty preset, which the source's own scheme properties complete.
    public static Preset own() {
        return new Preset("own", new SchemeProperties(Map.of()));
    }

    private static String text() {
        try (var file = requireNonNull(Presets.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
