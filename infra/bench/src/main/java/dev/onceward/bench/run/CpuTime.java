package dev.onceward.bench.run;

import java.time.Duration;
import java.util.stream.Stream;

/// The processor time that the measured processes have spent since they started.
///
/// @param application all processes that the bench has started
/// @param postgres the server with its connections
public record CpuTime(Duration application, Duration postgres, Duration redis) {

    /// @param postgres the first process of the server
    static CpuTime now(ProcessHandle postgres, ProcessHandle redis) {
        return new CpuTime(spent(ProcessHandle.current().descendants().filter(process -> !process.equals(redis))),
                spent(Stream.concat(Stream.of(postgres), postgres.descendants())), spent(Stream.of(redis)));
    }

    private static Duration spent(Stream<ProcessHandle> processes) {
        return processes.flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    public CpuTime minus(CpuTime earlier) {
        return new CpuTime(application.minus(earlier.application), postgres.minus(earlier.postgres),
                redis.minus(earlier.redis));
    }
}
