package dev.onceward.bench;

import java.io.IOException;
import java.util.Locale;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

import dev.onceward.bench.guard.MeasureGuard;
import dev.onceward.bench.inbox.MeasureConsumers;
import dev.onceward.bench.intake.MeasureGrowth;
import dev.onceward.bench.intake.MeasureIntake;
import dev.onceward.bench.intake.MeasureSigned;
import dev.onceward.bench.intake.MeasureStart;
import dev.onceward.bench.relay.MeasureHorizon;
import dev.onceward.bench.relay.MeasureRelay;
import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;

/// `./bench`: prints a report in Markdown on the standard output, and single figures meanwhile on the standard error.
final class Bench {
    private Bench() {}

    static void main(String... words) throws IOException {
        Locale.setDefault(Locale.ROOT);
        Infrastructure.clearInterceptors();
        var options = Options.of(words);
        if (!options.isRight()) {
            System.err.println(Options.USAGE);
            System.exit(2);
        }
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try {
            System.out.print(measure(vertx, options));
        } finally {
            Await.result(vertx.close());
            var _ = Infrastructure.getDefaultWorkerPool().shutdownNow();
        }
    }

    private static Report measure(Vertx vertx, Options options) throws IOException {
        return switch (options.command()) {
            case "signed" -> MeasureSigned.measure(vertx, options);
            case "growth" -> MeasureGrowth.measure(vertx, options);
            case "guard" -> MeasureGuard.measure(vertx, options);
            case "inbox" -> MeasureConsumers.measure(vertx, options);
            case "start" -> MeasureStart.measure(vertx, options);
            case "relay" -> MeasureRelay.measure(vertx, options);
            case "horizon" -> MeasureHorizon.measure(vertx, options);
            default -> MeasureIntake.measure(vertx, options);
        };
    }
}
