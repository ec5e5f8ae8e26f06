package dev.onceward.bench.guard;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.HttpConnections;
import dev.onceward.bench.run.Load;
import dev.onceward.bench.run.Load.Mix;
import dev.onceward.bench.run.RequestBytes;

/// An endpoint with the requests that are sent to it.
record GuardTarget(GuardScenario scenario, HttpConnections connections, Mix mix, BenchServers servers) {
    private static final int ENDLESS = 64;
    private static final String RUNNING = """
            SELECT (SELECT count(*) FROM onceward.operation_key WHERE state = 'processing')
                 + (SELECT count(*) FROM started_booking WHERE answer IS NULL)
            """;

    /// Sends the requests first that are repeated later.
    ///
    /// @param fresh the number of the next new request
    static GuardTarget open(GuardScenario scenario, GuardPrograms programs, AtomicLong fresh) throws IOException {
        var connections = connect(scenario, programs);
        var mix = switch (scenario.kind()) {
            case FIRST -> Mix.of(0, fresh);
            case REPLAY -> Mix.repeat(scenario.answer(), Mix.KNOWN, fresh);
            case IN_FLIGHT -> Mix.repeat(scenario.answer(), ENDLESS, fresh);
        };
        if (scenario.kind() == GuardScenario.RequestKind.REPLAY) {
            var _ = connections.run(Load.Rate.closed(Mix.KNOWN, Duration.ofMinutes(1)), Mix.of(0, fresh)).checked();
        } else if (scenario.answer() == Load.Answer.IN_FLIGHT) {
            beginEndless(scenario, programs, fresh);
        }
        return new GuardTarget(scenario, connections, mix, programs.servers());
    }

    private static HttpConnections connect(GuardScenario scenario, GuardPrograms programs) throws IOException {
        return HttpConnections.open(programs.servers().vertx(), programs.process(scenario.program()).port(),
                () -> RequestBytes.keyed(scenario.path(), 1024));
    }

    /// Gives up waiting for the answers as soon as all operations run.
    private static void beginEndless(GuardScenario scenario, GuardPrograms programs, AtomicLong fresh)
            throws IOException {
        var servers = programs.servers();
        var all = servers.count(RUNNING) + ENDLESS;
        try (var givenUp = connect(scenario, programs)) {
            for (var sender : givenUp.senders().subList(0, ENDLESS)) {
                var _ = sender.send(fresh.getAndIncrement());
            }
            programs.process(scenario.program()).await("does not begin the endless operations",
                    () -> servers.count(RUNNING) == all);
        }
    }

    Map<String, Double> measure(Duration time) {
        var before = servers.cpuTime();
        var result = connections.run(Load.Rate.closed(Long.MAX_VALUE, time), mix).checked();
        var spent = servers.cpuTime().minus(before);
        System.err.printf("    %-26s%s%n", scenario.name(), result);
        var answers = result.latency().getTotalCount();
        return Map.of("rate", result.rate(), "p50", result.p(50), "p99", result.p(99),
                "application", micros(spent.application(), answers), "postgres", micros(spent.postgres(), answers),
                "redis", micros(spent.redis(), answers));
    }

    private static double micros(Duration time, long answers) {
        return time.toNanos() / 1e3 / answers;
    }
}
