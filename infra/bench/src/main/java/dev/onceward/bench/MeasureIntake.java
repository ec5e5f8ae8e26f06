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
final class MeasureIntake {
    private static final Duration STARTS = Duration.ofSeconds(90);
    private static final int STEPS = 160;

    private final Vertx vertx;
    private final Options options;
    private final Duration step;
    private final Instant end;
    private final Map<TableRow, List<RateFigure>> figures = new LinkedHashMap<>();
    private String disk = "";

    MeasureIntake(Vertx vertx, Options options) {
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
            AgedDatabase.database(vertx, backends.postgres().url(), options.smoke());
            measure(target, cells, backends);
        }
    }

    private void measure(Target target, List<TableRow> cells, Backends backends)
            throws IOException, InterruptedException {
        try (var targetProcess = TargetProcess.start(target, backends, options.profile())) {
            FindRate.warm(vertx, targetProcess, step.multipliedBy(3));
            for (var tableRow : cells) {
                read(targetProcess, tableRow);
            }
        }
    }

    private void read(TargetProcess targetProcess, TableRow tableRow) throws IOException {
        if (late()) {
            System.err.println("  no time left for " + tableRow);
            return;
        }
        System.err.println("  " + tableRow);
        figures.computeIfAbsent(tableRow, first -> new ArrayList<>())
                .add(FindRate.read(vertx, targetProcess, tableRow, step));
    }

    private List<TableRow> cells(Target target) {
        return target.mixes().stream()
                .flatMap(mix -> options.sizes().stream().map(size -> new TableRow(target, mix, size)))
                .filter(options::wants)
                .toList();
    }

    private boolean late() {
        return Instant.now().isAfter(end);
    }
}
