package dev.onceward.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The page of all settings, made from the sources of the configuration interfaces and their comments.
final class SettingsPage {
    private static final Pattern MAPPING = Pattern.compile("@ConfigMapping\\(prefix = \"([^\"]+)\"\\)");
    private static final Pattern EXTENDED = Pattern.compile("interface \\w+ extends (\\w+)");
    private static final String BEGINNING = """
            # All settings

            This page is made from the comments in the code. [Configuration](configuration.md) explains the settings that most users
            need. Write a property into `config/application.properties`, or into the environment in capitals and with underscores.
            A property without a default (–) is off, or its meaning says what applies instead.
            """;

    private final Path root;

    SettingsPage(Path root) {
        this.root = root;
    }

    String text() {
        var sections = new TreeMap<String, String>();
        sources().filter(file -> MAPPING.matcher(read(file)).find()).forEach(file -> section(read(file), sections));
        return BEGINNING + sections.values().stream().filter(rows -> !rows.isEmpty()).collect(Collectors.joining());
    }

    private void section(String source, Map<String, String> sections) {
        var prefix = MAPPING.matcher(source).results().findFirst().orElseThrow().group(1);
        var settings = Stream.concat(inherited(source), Stream.of(source))
                .flatMap(text -> ReadSettings.of(prefix, text).stream())
                .map(SettingsPage::row)
                .toList();
        if (!settings.isEmpty()) {
            sections.merge(prefix, heading(prefix) + rows(settings), (first, more) -> first + rows(settings));
        }
    }

    /// What the interface of a mapping extends has settings of the same prefix.
    private Stream<String> inherited(String source) {
        return EXTENDED.matcher(source).results()
                .flatMap(match -> sources().filter(file -> file.endsWith(match.group(1) + ".java")))
                .map(SettingsPage::read);
    }

    private Stream<Path> sources() {
        return Stream.of("shared/library", "shared/runtime", "functions/intake", "functions/relay")
                .map(module -> root.resolve(module).resolve("src/main/java"))
                .flatMap(SettingsPage::walk)
                .filter(file -> file.toString().endsWith("Config.java"))
                .sorted();
    }

    private static String heading(String prefix) {
        return "\n## `%s`\n\n| property | default | meaning |\n|---|---|---|\n".formatted(prefix);
    }

    private static String row(Setting setting) {
        return "| `%s` | %s | %s |\n".formatted(setting.name(),
                setting.standard().isEmpty() ? "–" : "`" + setting.standard() + "`", setting.meaning());
    }

    private static String rows(List<String> rows) {
        return String.join("", rows);
    }

    private static Stream<Path> walk(Path directory) {
        try (var files = Files.walk(directory)) {
            return files.toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
