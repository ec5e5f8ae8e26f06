package dev.onceward.bench.intake;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import dev.onceward.bench.run.HttpConnections;
import dev.onceward.bench.run.Load;
import dev.onceward.bench.run.RequestBytes;

/// Finds the highest rate that a target sustains.
///
/// @param step how long one probe lasts
record FindRate(IntakeTarget target, HttpConnections connections, Load.Mix mix, Duration step) {
    private static final int PROBES = 5;
    private static final double CLOSE_ENOUGH = 1.06;

    /// Returns the highest rate, which is 0 if none was sustained, and the figures at 70 % of it.
    ///
    /// @param size of the bodies in bytes
    static Map<String, Double> run(IntakeTarget target, int size, Duration step) throws IOException {
        try (var connections = target.connect(() -> RequestBytes.keyed(target.scenario().path(), size))) {
            var mix = Load.Mix.of(target.scenario().repeated(), target.fresh());
            var unknown = Load.Mix.of(0, target.fresh());
            var _ = target.run("known", connections, Load.Rate.closed(Load.Mix.KNOWN, Duration.ofMinutes(4)), unknown)
                    .checked();
            return new FindRate(target, connections, mix, step).run();
        }
    }

    /// Warms up first, so that the target's JVM has compiled its code.
    private Map<String, Double> run() throws IOException {
        var _ = target.run("warm-up", connections, Load.Rate.closed(Long.MAX_VALUE, step.multipliedBy(10)), mix);
        var ceiling = target.run("flat out", connections, Load.Rate.closed(Long.MAX_VALUE, step), mix);
        var rate = highest(ceiling.rate());
        var calm = rate == 0 ? ceiling : probe("at 70 %", 0.7 * rate, step.multipliedBy(5));
        return Map.of("rate", rate, "p50", calm.p(50), "p99", calm.p(99), "p99.9", calm.p(99.9),
                "rss", target.process().rss());
    }

    /// Searches by halves between the highest rate that was sustained and the lowest that was not.
    private double highest(double ceiling) {
        var good = 0.0;
        var bad = CLOSE_ENOUGH * ceiling;
        for (var probe = 0; probe < PROBES && bad > CLOSE_ENOUGH * good; probe++) {
            var rate = good == 0 ? 0.9 * bad : (good + bad) / 2;
            var sustained = probe("probe", rate, step).sustained();
            good = sustained ? rate : good;
            bad = sustained ? bad : rate;
        }
        return good;
    }

    private Load.Result probe(String what, double rate, Duration time) {
        return target.run(what, connections, Load.Rate.open(rate, time), mix);
    }
}
