package dev.onceward.intake.configuration;

import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.microprofile.config.ConfigValue;

/// Which properties are a source's own. In the environment `ONCEWARD_SOURCES_MY_SHOP_SECRETS` may mean the source `my-shop`
/// of a file or a source `my`; the framework offers it to both. It belongs to the one with the longest name that fits.
///
/// @param sources the names of all sources
record SourcePropertyNames(Set<String> sources) {
    private static final String ENVIRONMENT = "EnvConfigSource";

    /// Of a source that is none, because all that would be its own is another's, nothing is left.
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
