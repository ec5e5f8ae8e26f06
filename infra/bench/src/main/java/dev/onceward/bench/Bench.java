package dev.onceward.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/// `./bench`: prints one table in Markdown on the standard output, and what it is doing on the other.
final class Bench {
    private Bench() {}

    static void main(String... words) throws IOException, InterruptedException {
        Locale.setDefault(Locale.ROOT);
        try {
            var named = words.length > 0 && !words[0].startsWith("--");
            var rest = Arrays.asList(words).subList(named ? 1 : 0, words.length);
            run(named ? words[0] : "intake", rest);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
        }
    }

    private static void run(String command, List<String> rest) throws IOException, InterruptedException {
        switch (command) {
            case "intake" -> intake(Options.parse(rest));
            case "signed" -> signed(Options.parse(rest));
            case "relay" -> relay(RelayOptions.parse(rest));
            case "start" -> start(rest);
            default -> throw new IllegalArgumentException(Options.USAGE);
        }
    }

    private static void start(List<String> rest) throws IOException, InterruptedException {
        if (!rest.isEmpty() && !rest.equals(List.of("--smoke"))) {
            throw new IllegalArgumentException(Options.USAGE);
        }
        MeasureStart.run(!rest.isEmpty());
    }

    private static void intake(Options options) throws IOException, InterruptedException {
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        var intake = new MeasureIntake(vertx, options);
        try {
            intake.run();
        } finally {
            System.out.print(intake.report().markdown());
            Await.result(vertx.close());
        }
    }

    private static void signed(Options options) throws IOException, InterruptedException {
        if (!options.only().isEmpty()) {
            throw new IllegalArgumentException(Options.USAGE);
        }
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        var signed = new MeasureSigned(vertx, options);
        try {
            signed.run();
        } finally {
            System.out.print(signed.report().markdown());
            Await.result(vertx.close());
        }
    }

    /// Two event loops: what appends is not to hold up what receives.
    private static void relay(RelayOptions options) throws IOException, InterruptedException {
        Infrastructure.clearInterceptors();
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
        try {
            if (options.horizon()) {
                horizon(new MeasureHorizon(vertx, options));
            } else {
                relay(new MeasureRelay(vertx, options));
            }
        } finally {
            Await.result(vertx.close());
            var _ = Infrastructure.getDefaultWorkerPool().shutdownNow();
        }
    }

    private static void relay(MeasureRelay measureRelay) throws IOException, InterruptedException {
        try {
            measureRelay.run();
        } finally {
            System.out.print(measureRelay.report().markdown());
        }
    }

    private static void horizon(MeasureHorizon measureHorizon) throws IOException, InterruptedException {
        try {
            measureHorizon.run();
        } finally {
            System.out.print(measureHorizon.report().markdown());
        }
    }
}
