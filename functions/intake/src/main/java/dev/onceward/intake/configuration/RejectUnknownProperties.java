package dev.onceward.intake.configuration;

import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Looks for properties of a source that nobody reads. One that is misspelt would otherwise change nothing, and a
/// `tolerence` that is never read lets requests of any age in.
final class RejectUnknownProperties {
    /// The properties of [SourcesConfig.SourceConfig], as `SourcesPageTest` makes sure.
    static final Set<String> ALONE = Set.of("preset", "secrets", "secret", "url", "tolerance", "handshake-token",
            "on-unverified", "unsigned", "key", "ordering", "ordering-group", "type", "topic", "on-mismatch", "status",
            "retention",
            "max-body", "content-types", "warn-above-duplicates");
    /// Those of which there are several, with a name behind each.
    static final Set<String> WITH_A_NAME = Set.of("scheme.", "secret.");

    /// Of a list in YAML. Secrets have none, as they are read in a way of their own.
    private static final Pattern ITEM = Pattern.compile("content-types\\[\\d+]");

    private RejectUnknownProperties() {}

    /// @param written in the environment a dash comes as a dot
    static void check(ConfigKey configKey, Set<String> written) {
        written.stream().filter(name -> !isKnown(name)).sorted().findFirst().ifPresent(name -> {
            throw configKey.wrong(name, "is not known: there are " + String.join(", ", all()));
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
