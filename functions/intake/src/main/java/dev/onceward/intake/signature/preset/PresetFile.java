package dev.onceward.intake.signature.preset;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.onceward.intake.signature.form.SchemeProperties;

/// Reads `presets.properties`. Only the lines of the requested preset are parsed: a process uses one or two of more
/// than a hundred presets, and parsing all of them would make its start noticeably slower.
record PresetFile(String text) {

    /// @throws IllegalStateException if one of its lines has an unknown property
    Optional<Preset> preset(String name) {
        var lines = linesOf(name);
        return lines.isEmpty() ? Optional.empty() : Optional.ofNullable(parsed(lines).get(name));
    }

    SortedMap<String, Preset> all() {
        return Collections.unmodifiableSortedMap(parsed(text));
    }

    /// Each line of a preset starts with the preset's name and a dot, and no line is continued on the next.
    private String linesOf(String name) {
        var start = name + '.';
        var lines = new StringBuilder();
        for (var at = next(start, 0); at >= 0; at = next(start, at + 1)) {
            var end = text.indexOf('\n', at);
            lines.append(text, at, end < 0 ? text.length() : end).append('\n');
        }
        return lines.toString();
    }

    private int next(String start, int from) {
        if (from == 0 && text.startsWith(start)) {
            return 0;
        }
        var before = text.indexOf('\n' + start, Math.max(0, from - 1));
        return before < 0 ? -1 : before + 1;
    }

    private static SortedMap<String, Preset> parsed(String text) {
        var facts = new TreeMap<String, Map<String, String>>();
        var lines = properties(text);
        for (var key : lines.stringPropertyNames()) {
            var dot = key.indexOf('.');
            facts.computeIfAbsent(key.substring(0, dot), _ -> new HashMap<>()).put(known(key, dot),
                    lines.getProperty(key));
        }
        var presets = new TreeMap<String, Preset>();
        facts.forEach((name, known) -> presets.put(name, new Preset(name, new SchemeProperties(Map.copyOf(known)))));
        return presets;
    }

    private static String known(String key, int dot) {
        var word = key.substring(dot + 1);
        if (!Preset.ALL.contains(word)) {
            throw new IllegalStateException("presets.properties: %s is unknown: the properties are %s".formatted(key,
                    String.join(", ", new TreeSet<>(Preset.ALL))));
        }
        return word;
    }

    private static Properties properties(String text) {
        var lines = new Properties();
        try {
            lines.load(new StringReader(text));
            return lines;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
