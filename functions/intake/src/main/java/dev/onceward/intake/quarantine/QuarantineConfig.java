package dev.onceward.intake.quarantine;

import java.time.Duration;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;

/// How much each source may keep in quarantine, and for how long.
@ConfigMapping(prefix = "onceward.intake")
interface QuarantineConfig {
    int MOST_ITEMS = 10_000;
    long LARGEST_REQUEST = 65L << 20;
    int BATCH_ITEMS = 64;
    long BATCH_BYTES = 4L << 20;
    int WAITING_ITEMS = 500;

    /// The most requests of a source in quarantine. Further ones are refused and not kept. Too few, and a flood
    /// leaves no room for a sender whose secret is wrong.
    @WithDefault("1000")
    int quarantineItems();

    /// The most bytes of a source in quarantine. As many may wait in memory on their way there.
    @WithDefault("16M")
    MemorySize quarantineBytes();

    /// How long a request is kept in quarantine. Too short, and it is deleted before anybody looks.
    @WithDefault("14d")
    Duration quarantineRetention();

    default QuarantineConfig checked() {
        check("quarantine-items", quarantineItems() >= 1 && quarantineItems() <= MOST_ITEMS,
                "must be between 1 and " + MOST_ITEMS);
        check("quarantine-bytes", quarantineBytes().asLongValue() >= 1, "must be at least 1");
        check("quarantine-retention", quarantineRetention().toMinutes() >= 1 && quarantineRetention().toDays() <= 3650,
                "must be between 1m and 3650d");
        return this;
    }

    /// A request that is larger than the whole queue would find no room in quarantine either.
    default BatchLimits limits() {
        return new BatchLimits(BATCH_ITEMS, BATCH_BYTES, ParallelFlushes.ONE, WAITING_ITEMS,
                Math.min(quarantineBytes().asLongValue(), LARGEST_REQUEST));
    }

    private static void check(String key, boolean fits, String allowed) {
        if (!fits) {
            throw new ConfigurationException("onceward.intake." + key + " " + allowed);
        }
    }
}
