package dev.onceward.bench;

import java.io.IOException;
import java.time.Duration;

/// Watches a backlog being carried away. The last of it is not counted: a cursor is written ten times a second, and so
/// the end is seen late.
///
/// @param total how many there are to deliver
/// @param warm what is not counted, from the first delivery on: the JVM compiles meanwhile
/// @param time how long is watched then, unless the end comes before
record MeasureDrain(JavaProcess daemon, Progress progress, long total, Duration warm, Duration time) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LOOK_MILLIS = 20;

    /// Deliveries a second.
    double rate() throws IOException, InterruptedException {
        var idle = System.nanoTime();
        var begun = await(1, idle, PATIENCE);
        var warmed = await(total / 2, begun.at, warm);
        var end = await(total - total / 20, warmed.at, time);
        if (begun.delivered == 0 || (end.delivered == warmed.delivered && end.delivered < total - total / 20)) {
            throw new IOException("%s delivers nothing: see %s".formatted(daemon.name(), daemon.log()));
        }
        // A backlog that is gone before it was looked at again counts from the start.
        var from = end.delivered == warmed.delivered ? new Seen(idle, 0) : warmed;
        var rate = (end.delivered - from.delivered) * 1e9 / (end.at - from.at);
        System.err.printf("    %-12s%,9.0f/s, %,d in %.1f s after %,d to get warm%n", daemon.name(), rate,
                end.delivered - from.delivered, (end.at - from.at) / 1e9, from.delivered);
        return rate;
    }

    /// Until so many are delivered, or the time since a moment is over.
    private Seen await(long delivered, long since, Duration time) throws IOException, InterruptedException {
        var seen = look();
        while (seen.delivered < delivered && seen.at - since < time.toNanos()) {
            daemon.checkAlive();
            Thread.sleep(LOOK_MILLIS);
            seen = look();
        }
        return seen;
    }

    private Seen look() {
        var delivered = progress.delivered();
        return new Seen(System.nanoTime(), delivered);
    }

    private record Seen(long at, long delivered) {}
}
