package dev.onceward.bench.intake;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

import dev.onceward.bench.run.Await;
import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.Figures;
import dev.onceward.bench.run.HttpConnections;
import dev.onceward.bench.run.Load;
import dev.onceward.bench.run.Options;
import dev.onceward.bench.run.Report;
import dev.onceward.bench.run.RequestBytes;

import static dev.onceward.bench.run.Report.shown;

/// `./bench growth`: measures `new` with an empty database and with many keys in it, and how many bytes a key takes. The
/// keys are random, so that each insert is somewhere else in the index.
public record MeasureGrowth(Options options, BenchServers servers, IntakeTarget target, Figures figures) {
    private static final int ROUNDS = 3;
    private static final int AT_ONCE = 1_000_000;
    private static final String NOTES = """
            Bodies of 1 KiB flat out over 64 connections, the best of three rounds. Bytes in PostgreSQL are those of the table
            `key` and of its indexes, those in Redis what its memory grew by, for each key.
            Redis remembers every key here, as it does for a source with duplicates.
            """;

    public static Report measure(Vertx vertx, Options options) throws IOException {
        try (var servers = BenchServers.start(vertx, options);
                var target = IntakeTarget.start(Scenario.NEW, servers, options, "-Donceward.seen.min-duplicates=0")) {
            var measure = new MeasureGrowth(options, servers, target, new Figures("rate"));
            measure.rate("0", 10);
            var keys = options.choose(20_000, 2_000_000, 20_000_000);
            measure.fill(keys);
            measure.rate("%,d".formatted(keys), 5);
            return measure.report("%,d".formatted(keys));
        }
    }

    /// Opens new connections, because intake closes those that were idle while the table was filled.
    ///
    /// @param warm how many steps warm the process up
    private void rate(String keys, int warm) {
        try (var connections = target.connect(() -> RequestBytes.keyed("/hooks/bench", 1024))) {
            rate(keys, connections, warm);
        }
    }

    private void rate(String keys, HttpConnections connections, int warm) {
        var mix = Load.Mix.of(0, target.fresh());
        var _ = run("warm-up", connections, mix, warm);
        var sent = target.fresh().get();
        var memory = memory();
        for (var round = 0; round < ROUNDS; round++) {
            figures.add(keys, Map.of("rate", run("flat out", connections, mix, 1).checked().rate()));
        }
        // Keys are remembered a moment after the answer.
        Await.pause(Duration.ofSeconds(1));
        figures.add(keys, Map.of("redis", (memory() - memory) / (target.fresh().get() - sent)));
    }

    private Load.Result run(String what, HttpConnections connections, Load.Mix mix, int steps) {
        return target.run(what, connections, Load.Rate.closed(Long.MAX_VALUE, options.step().multipliedBy(steps)), mix);
    }

    private void fill(int keys) {
        for (var from = 0; from < keys; from += AT_ONCE) {
            servers.execute("""
                    INSERT INTO onceward.key (scope, key, fingerprint, event_id, topic, expires_at)
                    SELECT 'bench', left(md5(n::text), 16), sha256(n::text::bytea), gen_random_uuid(), 'bench',
                           now() + interval '30 days'
                      FROM generate_series(%d, %d) AS n
                    """.formatted(from + 1, Math.min(keys, from + AT_ONCE)));
            System.err.printf("    filled %,d%n", Math.min(keys, from + AT_ONCE));
        }
        servers.execute("VACUUM ANALYZE onceward.key");
        servers.execute("CHECKPOINT");
    }

    private double memory() {
        var redis = Redis.createClient(servers.vertx(), servers.backends().redis().url());
        var info = Await.result(redis.send(Request.cmd(Command.INFO).arg("memory")).map(String::valueOf));
        redis.close();
        return Double.parseDouble(info.replaceAll("(?s).*used_memory:(\\d+).*", "$1"));
    }

    private Report report(String keys) throws IOException {
        var report = new Report();
        report.table("keys", "× empty", "each round", "new/s");
        for (var count : figures.measured()) {
            report.row(count, shown("%.2f", figures.ratio(count, "0")), figures.each("%,.0f", count, "rate"),
                    shown("%,.0f", figures.best(count, "rate")));
        }
        report.line("");
        report.table(":a key in", "bytes");
        report.row("table `key`", bytes("pg_table_size('onceward.key')"));
        report.row("index `key_pk`", bytes("pg_relation_size('onceward.key_pk')"));
        report.row("index `key_expires_at`", bytes("pg_relation_size('onceward.key_expires_at')"));
        report.row("Redis", shown("%.0f", figures.median("0", "redis")));
        report.machine(servers.disk(), NOTES);
        report.atLeast(0.95, "new with " + keys + " keys is %s × empty", figures.ratio(keys, "0"));
        report.atMost(120, "a key takes %s bytes in Redis", figures.median("0", "redis"));
        return report;
    }

    private String bytes(String size) {
        return Long.toString(servers.count("SELECT %s / count(*) FROM onceward.key".formatted(size)));
    }
}
