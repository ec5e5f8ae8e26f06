package dev.onceward.bench.intake;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.HttpConnections;
import dev.onceward.bench.run.JavaProcess;
import dev.onceward.bench.run.Load;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.RequestBytes;

/// A server that receives webhooks, with counts of what was sent to it.
///
/// @param fresh the number of the next new request
/// @param failed how many requests got no right answer
record IntakeTarget(Scenario scenario, BenchServers servers, JavaProcess process, AtomicLong fresh,
        AtomicLong failed) implements AutoCloseable {

    /// @param settings of the server, such as `-Donceward.sources.bench.unsigned=true`
    static IntakeTarget start(Scenario scenario, BenchServers servers, Options options, String... settings)
            throws IOException {
        var program = Stream.concat(Arrays.stream(settings), scenario.program().stream()).toList();
        var process = JavaProcess.start(scenario.name(), program, servers, options);
        return new IntakeTarget(scenario, servers, process, new AtomicLong(), new AtomicLong());
    }

    HttpConnections connect(Supplier<RequestBytes> request) {
        return HttpConnections.open(servers.vertx(), process.port(), request);
    }

    Load.Result run(String what, HttpConnections connections, Load.Rate rate, Load.Mix mix) {
        var result = connections.run(rate, mix);
        var _ = failed.addAndGet(result.errors());
        System.err.printf("    %-10s%s%n", what, result);
        return result;
    }

    /// Checks that every answered request is stored once. Failed requests may be stored or not.
    void checkStored() throws IOException {
        var sent = fresh.get();
        var stored = scenario.count().isEmpty() ? sent : servers.count(scenario.count());
        process.check(stored <= sent && stored >= sent - failed.get(),
                "has stored %,d requests of %,d, of which %,d failed".formatted(stored, sent, failed.get()));
    }

    @Override
    public void close() {
        process.close();
    }
}
