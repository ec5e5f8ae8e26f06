package dev.onceward.intake.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import dev.onceward.intake.configuration.SourcesConfig.SourceConfig;
import dev.onceward.intake.secret.SecretOrigin;
import dev.onceward.intake.secret.SecretValue;

/// Reads where the secrets of a source come from.
final class ReadSecrets {
    private final ConfigKey configKey;
    private final SourceConfig config;

    ReadSecrets(ConfigKey configKey, SourceConfig config) {
        this.configKey = configKey;
        this.config = config;
    }

    /// Numbers the secrets of the list by their places in it; secrets with an id of their own follow.
    List<SecretOrigin> origins() {
        if (config.all().containsKey("secret")) {
            throw configKey.wrong("secret",
                    "is not read: write " + configKey.name("secrets") + "=…, or " + configKey.name("secret.ID")
                            + "=… with an id of your own for it");
        }
        var origins = new ArrayList<SecretOrigin>();
        config.secrets().flatMap(SecretValue::of)
                .map(written -> configKey.read("secrets", SecretValue::several, written))
                .orElse(List.of())
                .forEach(text -> origins.add(SecretOrigin.of(Integer.toString(origins.size() + 1), text)));
        new TreeMap<>(config.secret()).forEach((id, value) -> SecretValue.of(value)
                .flatMap(written -> configKey.read("secret." + id, SecretValue::one, written))
                .ifPresent(text -> origins.add(SecretOrigin.of(id, text))));
        return origins;
    }
}
