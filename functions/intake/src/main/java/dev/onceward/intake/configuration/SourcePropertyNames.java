package dev.onceward.intake.configuration;

import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.microprofile.config.ConfigValue;

/// Tells which properties belong to which source. The environment variable `ONCEWARD_SOURCES_MY_SHOP_SECRETS` may mean
/// the source `my-shop` of a file or a source `my`, and the framework offers it to both. It belongs to the source with
/// the longest name that fits.
///
/// @param sources the names of all sources
record SourcePropertyNames(Set<String> sources) {
    private static final String ENVIRONMENT = "EnvConfigSource";

    /// Returns the properties that belong to the source: none if the framework derived its name from a variable of
    /// another source.
    Set<String> of(String source, Map<String, ? extends ConfigValue> all) {
        return all.entrySet().stream().filter(written -> !isAnothers(source, written)).map(Entry::getKey)
                .collect(Collectors.toSet());
    }

    private boolean isAnothers(String source, Entry<String, ? extends ConfigValue> written) {
        var variable = variable(source) + '_' + variable(written.getKey());
        return ENVIRONMENT.equals(written.getValue().getSourceName())
                && sources.stream().map(SourcePropertyNames::variable)
                        .anyMatch(other -> other.length() > source.length() && variable.startsWith(other + '_'));
    }

    private static String variable(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
