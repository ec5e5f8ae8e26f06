package dev.onceward.intake.signature.preset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

import dev.onceward.intake.signature.form.SchemeProperties;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

/// The presets of `presets.properties`. A new one is a few lines there and a vector beside the tests.
public final class Presets {
    /// The headers in which a sender sends the secret itself, of all presets, in lower case. They are needed for every
    /// request of every source, so they are written out: reading them from the file would parse all presets at each
    /// start. `PresetsTest` says what to write here when a preset is added.
    public static final Set<String> SECRET_HEADERS = Set.of("authorization", "x-gitlab-token",
            "x-telegram-bot-api-secret-token");

    private static final String FILE = "presets.properties";

    private Presets() {}

    /// Read when the first preset is asked for.
    private static final class Read {
        static final PresetFile PRESETS = new PresetFile(text());
    }

    /// All of them, which takes long: nothing that every start needs may ask for them.
    public static SortedMap<String, Preset> all() {
        return Read.PRESETS.all();
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the preset …"
    public static Preset named(String name) {
        return Read.PRESETS.preset(name).orElseThrow(
                () -> new IllegalArgumentException("must be one of " + String.join(", ", all().keySet())));
    }

    /// A scheme of which nothing is known yet.
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
