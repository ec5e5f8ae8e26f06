package dev.onceward.runtime.upkeep;

import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;

/// Settings that functions had until the retention moved to the database. One that is still there stops the start: whoever
/// wrote it believes that it holds, and a day that is dropped too early does not come back.
@ConfigMapping(prefix = "onceward.upkeep")
interface UpkeepConfig {
    Optional<String> eventRetention();

    Optional<String> attemptRetention();

    Optional<String> forgetAfter();

    default void refuseWhatMoved() {
        refuse("event-retention", eventRetention(), "ONCEWARD_EVENT_RETENTION");
        refuse("attempt-retention", attemptRetention(), "ONCEWARD_ATTEMPT_RETENTION");
        refuse("forget-after", forgetAfter(), "ONCEWARD_FORGET_AFTER");
    }

    private static void refuse(String key, Optional<String> value, String variable) {
        if (value.isPresent()) {
            throw new ConfigurationException(
                    "onceward.upkeep.%s is not a setting of the functions any more: the retention "
                            .formatted(key)
                            + "is kept in the table onceward.retention, one for all functions. Remove the setting, "
                            + "and run the migration job with %s=30d to change the retention".formatted(variable));
        }
    }
}
