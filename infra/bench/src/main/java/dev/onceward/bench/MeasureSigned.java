package dev.onceward.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.vertx.core.Vertx;

import dev.onceward.bench.SendRate.FlatOut;
import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// `./bench signed`: what it costs to verify. One process takes the very same requests at a source that checks their
/// signatures and at one that does not, in short steps by turns, so that a bad minute of the machine hits both.
final class MeasureSigned {
    private static final int ROUNDS = 10;
    private static final String SECRET = "a secret of thirty-two bytes too";
    private static final Map<String, String> SOURCES = Map.of(
            "ONCEWARD_SOURCES_SIGNED_PRESET", "github",
            "ONCEWARD_SOURCES_SIGNED_SECRETS", SECRET,
            "ONCEWARD_SOURCES_UNSIGNED_UNSIGNED", "true",
            "ONCEWARD_SOURCES_UNSIGNED_KEY", "header:X-GitHub-Delivery",
            "ONCEWARD_SOURCES_UNSIGNED_TYPE", "header:X-GitHub-Event");

    private final Vertx vertx;
    private final Options options;
    private final int size;
    private final Duration step;
    private final List<SignedFigure> figures = new ArrayList<>();
    private String disk = "";

    MeasureSigned(Vertx vertx, Options options) {
        this.vertx = vertx;
        this.options = options;
        this.size = options.sizes().getFirst();
        this.step = options.step();
    }

    void run() throws IOException, InterruptedException {
        try (var backends = Backends.temporary()) {
            disk = Durability.of(vertx, backends.postgres().url());
            Migrate.run(backends.postgres().url());
            AgedDatabase.database(vertx, backends.postgres().url(), options.smoke());
            try (var targetProcess = TargetProcess.start(Target.INTAKE, backends, SOURCES, options.profile())) {
                measure(targetProcess);
            }
        }
    }

    /// Of what was measured so far.
    SignedReport report() {
        return new SignedReport(size, figures, disk);
    }

    private void measure(TargetProcess targetProcess) {
        try (var signed = open(targetProcess, "signed"); var unsigned = open(targetProcess, "unsigned")) {
            var _ = rate(targetProcess, signed, step.multipliedBy(3));
            var _ = rate(targetProcess, unsigned, step.multipliedBy(3));
            for (var round = 1; round <= ROUNDS * options.rounds(); round++) {
                figures.add(round % 2 == 0
                        ? signedFirst(targetProcess, signed, unsigned)
                        : unsignedFirst(targetProcess, signed, unsigned));
                System.err.printf("  round %d: %s%n", round, figures.getLast());
            }
        }
    }

    /// The tables grow meanwhile, and neither may always be the one that finds them larger.
    private SignedFigure signedFirst(TargetProcess targetProcess, HttpConnections signed, HttpConnections unsigned) {
        var rate = rate(targetProcess, signed, step);
        return new SignedFigure(rate, rate(targetProcess, unsigned, step));
    }

    private SignedFigure unsignedFirst(TargetProcess targetProcess, HttpConnections signed, HttpConnections unsigned) {
        var rate = rate(targetProcess, unsigned, step);
        return new SignedFigure(rate(targetProcess, signed, step), rate);
    }

    private HttpConnections open(TargetProcess targetProcess, String source) {
        return HttpConnections.open(vertx, targetProcess.port(),
                () -> RequestTemplate.signed("/hooks/" + source, size, SECRET));
    }

    private static double rate(TargetProcess targetProcess, HttpConnections httpConnections, Duration time) {
        var traffic = RequestMix.of(RequestKind.NEW, targetProcess.fresh(), 0, 0);
        var run = new Load(httpConnections, new FlatOut(Long.MAX_VALUE, time), traffic,
                wire -> !wire.answer().replayed()).run();
        if (run.errors() > 0) {
            throw new IllegalStateException("intake did not take all of it: " + run);
        }
        return run.rate();
    }
}
