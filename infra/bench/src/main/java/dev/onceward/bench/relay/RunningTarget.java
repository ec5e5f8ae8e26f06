package dev.onceward.bench.relay;

import java.io.IOException;
import java.nio.file.Files;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.CountingProcess;
import dev.onceward.bench.run.JavaProcess;
import dev.onceward.bench.run.Options;

/// Starts a target and counts its deliveries.
final class RunningTarget {
    private static final String COUNT = "onceward_relay_attempt_seconds_count{outcome=\"delivered\"";

    private RunningTarget() {}

    /// @param subscription the name of the relay's subscription, which is one word
    /// @param start where the subscription starts
    /// @param address of the receiver, or of Kafka
    static CountingProcess start(RelayTarget target, String subscription, String start, String address,
            BenchServers servers, Options options) throws IOException {
        var program = target.program(subscription, start, address);
        return new CountingProcess(JavaProcess.start(target.name(), program, servers, options),
                target.isRelay() ? RunningTarget::counted : RunningTarget::printed);
    }

    /// The last complete line of its output, if that is a number.
    private static long printed(JavaProcess process) throws IOException {
        var lines = Files.readString(process.log());
        var end = Math.max(0, lines.lastIndexOf('\n'));
        var last = lines.substring(lines.lastIndexOf('\n', end - 1) + 1, end);
        return last.matches("\\d+") ? Long.parseLong(last) : 0;
    }

    private static long counted(JavaProcess process) throws IOException {
        return process.get(process.managementPort(), "/q/metrics").lines().filter(line -> line.startsWith(COUNT))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }
}
