package dev.onceward.bench;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.vertx.core.Vertx;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// `./bench intake`: all targets in turn, and that round once more, because a shared machine has good and bad minutes.
final class Intake {
    private static final Duration STARTS = Duration.ofSeconds(90);
    private static final int STEPS = 160;

    private final Vertx vertx;
    private final Options options;
    private final Duration step;
    private final Instant end;
    private final Map<Cell, List<Figure>> figures = new LinkedHashMap<>();
    private String disk = "";

    Intake(Vertx vertx, Options options) {
        this.vertx = vertx;
        this.options = options;
        this.step = options.step();
        this.end = Instant.now().plus(STARTS).plus(step.multipliedBy(STEPS));
    }

    void run() throws IOException, InterruptedException {
        for (var round = 1; round <= options.rounds(); round++) {
            for (var target : Target.values()) {
                measure(target, round);
            }
        }
    }

    /// Of what was measured so far.
    Report report() {
        return new Report(figures, disk);
    }

    /// On backends of its own, so that tables are as large for one as for the other.
    private void measure(Target target, int round) throws IOException, InterruptedException {
        var cells = cells(target);
        if (cells.isEmpty() || late()) {
            return;
        }
        if (!target.built()) {
            System.err.println(target.title() + " is not built, and left out");
            return;
        }
        System.err.printf("round %d, %s%n", round, target.title());
        try (var backends = Backends.temporary()) {
            disk = Durability.of(vertx, backends.postgres().url());
            Migrate.run(backends.postgres().url());
            Seasoned.database(vertx, backends.postgres().url(), options.smoke());
            measure(target, cells, backends);
        }
    }

    private void measure(Target target, List<Cell> cells, Backends backends) throws IOException, InterruptedException {
        try (var running = Running.start(target, backends, options.profile())) {
            Gauge.warm(vertx, running, step.multipliedBy(3));
            for (var cell : cells) {
                read(running, cell);
            }
        }
    }

    private void read(Running running, Cell cell) throws IOException {
        if (late()) {
            System.err.println("  no time left for " + cell);
            return;
        }
        System.err.println("  " + cell);
        figures.computeIfAbsent(cell, first -> new ArrayList<>()).add(Gauge.read(vertx, running, cell, step));
    }

    private List<Cell> cells(Target target) {
        return target.mixes().stream()
                .flatMap(mix -> options.sizes().stream().map(size -> new Cell(target, mix, size)))
                .filter(options::wants)
                .toList();
    }

    private boolean late() {
        return Instant.now().isAfter(end);
    }
}
