package dev.onceward.internal.inbox;

import java.util.Map;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

/// Settings of the inbox as an application reads them.
public final class InboxConfigs {
    private InboxConfigs() {}

    public static InboxConfig of(Map<String, String> properties) {
        return new SmallRyeConfigBuilder().addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .withMapping(InboxConfig.class).build().getConfigMapping(InboxConfig.class);
    }
}
