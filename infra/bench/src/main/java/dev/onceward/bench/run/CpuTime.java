package dev.onceward.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

/// What the processes that the bench has started have spent of the processors, by the names of their programs. A process that has ended
/// is not counted.
public record CpuTime(Map<String, Long> nanos) {

    public static CpuTime now() {
        return new CpuTime(ProcessHandle.current().descendants()
                .collect(groupingBy(CpuTime::program, summingLong(CpuTime::nanos))));
    }

    private static String program(ProcessHandle process) {
        return process.info().command().map(command -> Path.of(command).getFileName().toString()).orElse("");
    }

    private static long nanos(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    /// Microseconds of a program for each of so many requests.
    public double microsSince(CpuTime earlier, String program, long requests) {
        return (nanos.getOrDefault(program, 0L) - earlier.nanos.getOrDefault(program, 0L)) / 1e3 / requests;
    }
}
