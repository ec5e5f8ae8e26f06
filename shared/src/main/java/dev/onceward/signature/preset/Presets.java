package dev.onceward.signature.preset;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.onceward.signature.form.Facts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

/// The presets of `presets.properties`. A new one is a few lines there and a vector beside the tests.
public final class Presets {
    private static final String FILE = "presets.properties";

    private Presets() {}

    private static final class Read {
        static final SortedMap<String, Preset> ALL = read(lines());
    }

    public static SortedMap<String, Preset> all() {
        return Read.ALL;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the preset …"
    public static Preset named(String name) {
        var preset = Read.ALL.get(name);
        if (preset == null) {
            throw new IllegalArgumentException("must be one of " + String.join(", ", Read.ALL.keySet()));
        }
        return preset;
    }

    /// A scheme of which nothing is known yet.
    public static Preset own() {
        return new Preset("own", new Facts(Map.of()));
    }

    static SortedMap<String, Preset> read(Properties lines) {
        var facts = new TreeMap<String, Map<String, String>>();
        for (var key : lines.stringPropertyNames()) {
            var dot = key.indexOf('.');
            var word = key.substring(dot + 1);
            if (!Preset.ALL.contains(word)) {
                throw new IllegalStateException("%s: %s is not known here: there are %s".formatted(FILE, key,
                        String.join(", ", new TreeSet<>(Preset.ALL))));
            }
            facts.computeIfAbsent(key.substring(0, dot), _ -> new HashMap<>()).put(word, lines.getProperty(key));
        }
        var presets = new TreeMap<String, Preset>();
        facts.forEach((name, known) -> presets.put(name, new Preset(name, new Facts(Map.copyOf(known)))));
        return Collections.unmodifiableSortedMap(presets);
    }

    private static Properties lines() {
        var lines = new Properties();
        try (var file = requireNonNull(Presets.class.getResourceAsStream(FILE), FILE)) {
            lines.load(new InputStreamReader(file, UTF_8));
            return lines;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
