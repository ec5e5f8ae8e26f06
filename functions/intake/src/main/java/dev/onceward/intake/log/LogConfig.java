package dev.onceward.intake.log;

import java.time.Duration;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;

/// How events queue up before they are appended to the log.
@ConfigMapping(prefix = "onceward.log")
interface LogConfig {
    /// Several full statements at a time, for a PostgreSQL with many cores.
    int FLUSHES = 4;

    /// The most events of one statement. With more, each commit carries more and each event waits longer.
    @WithDefault("256")
    int batchItems();

    /// The most bytes of one statement. Too little, and large bodies gain nothing from batching.
    @WithDefault("4M")
    MemorySize batchBytes();

    /// The most events that wait or are under way. Further ones are answered 503. Too many, and senders time out
    /// while their events wait.
    @WithDefault("5000")
    int queueItems();

    /// The most bytes that wait or are under way. Beyond them intake answers 503. Too many, and a slow database fills
    /// the memory.
    @WithDefault("128M")
    MemorySize queueBytes();

    /// How long a statement may take before its events are answered 503. It is then unknown whether they were
    /// committed; the sender's retry finds out.
    @WithDefault("5s")
    Duration timeout();

    default BatchLimits limits() {
        if (batchItems() < 1 || queueItems() < 1 || timeout().toMillis() < 1
                || batchBytes().asLongValue() < 1 || queueBytes().asLongValue() < 1) {
            throw new ConfigurationException(
                    "onceward.log.batch-items, batch-bytes, queue-items and queue-bytes must be at "
                            + "least 1, timeout at least 1ms");
        }
        return new BatchLimits(batchItems(), batchBytes().asLongValue(), new ParallelFlushes(FLUSHES, batchItems()),
                queueItems(), queueBytes().asLongValue());
    }
}
