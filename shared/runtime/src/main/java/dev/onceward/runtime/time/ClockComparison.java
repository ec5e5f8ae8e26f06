package dev.onceward.runtime.time;

import java.util.Optional;
import java.util.stream.DoubleStream;

/// The clocks of the servers, as they were a moment ago. A clock that could not be read is unknown and differs from no other.
record ClockComparison(Optional<ClockOffset> postgres, Optional<ClockOffset> redis) {
    static final ClockComparison UNKNOWN = new ClockComparison(Optional.empty(), Optional.empty());
    private static final double TOLERATED_SECONDS = 1;

    /// Whether two of the three clocks differ by more than a second.
    boolean isDegraded() {
        return differences().anyMatch(seconds -> seconds > TOLERATED_SECONDS);
    }

    private DoubleStream differences() {
        var machine = Optional.of(ClockOffset.THIS_MACHINE);
        return DoubleStream.of(difference(machine, postgres), difference(machine, redis), difference(postgres, redis));
    }

    private static double difference(Optional<ClockOffset> one, Optional<ClockOffset> other) {
        return one.flatMap(known -> other.map(known::leastDifference)).orElse(0.0);
    }
}
