package dev.onceward.intake.configuration;

import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Refuses properties of a source that nothing reads. A misspelt property would otherwise have no effect: with
/// `tolerence`, requests of any age would be accepted.
final class RejectUnknownProperties {
    /// The properties of [SourcesConfig.SourceConfig], as `SourcesPageTest` makes sure.
    static final Set<String> ALONE = Set.of("preset", "secrets", "secret", "url", "tolerance", "handshake-token",
            "on-unverified", "unsigned", "key", "ordering", "ordering-group", "type", "topic", "on-mismatch", "status",
            "retention",
            "max-body", "content-types", "warn-above-duplicates");
    /// Properties that end with a name that the user chooses.
    static final Set<String> WITH_A_NAME = Set.of("scheme.", "secret.");

    /// An item of a list in YAML. Secrets cannot be such a list, because all of them are read as one value.
    private static final Pattern ITEM = Pattern.compile("content-types\\[\\d+]");

    private RejectUnknownProperties() {}

    /// @param written the names of the properties; a dash in the name of an environment variable arrives as a dot
    static void check(ConfigKey configKey, Set<String> written) {
        written.stream().filter(name -> !isKnown(name)).sorted().findFirst().ifPresent(name -> {
            throw configKey.wrong(name, "is unknown: the properties are " + String.join(", ", all()));
        });
    }

    private static boolean isKnown(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return ALONE.contains(lower.replace('.', '-')) || WITH_A_NAME.stream().anyMatch(lower::startsWith)
                || ITEM.matcher(lower).matches();
    }

    private static SortedSet<String> all() {
        var all = new TreeSet<>(ALONE);
        all.remove("secret");
        all.add("scheme.*");
        all.add("secret.ID");
        return all;
    }
}
