package dev.onceward.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;

import dev.onceward.bench.SendRate.Steady;
import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// `./bench relay --horizon`: what it costs that somebody leaves a transaction open. The relay and the outbox with
/// SKIP LOCKED live on one server and get the same events for some minutes; before and after, each drains a backlog while
/// the other stands still. How fast that goes says what is left, however much of it the steady rate needs.
final class MeasureHorizon {
    private static final int RATE = 2000;
    private static final Duration SETTLE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /// Its snapshot lasts as long as it does.
    private static final List<String> HOLD = List.of(
            "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM onceward.event");

    private final Vertx vertx;
    private final RelayOptions options;
    private final Duration time;
    private final Map<RelayTarget, HorizonFigure> free = new EnumMap<>(RelayTarget.class);
    private final Map<RelayTarget, HorizonFigure> held = new EnumMap<>(RelayTarget.class);
    private String disk = "";

    MeasureHorizon(Vertx vertx, RelayOptions options) {
        this.vertx = vertx;
        this.options = options;
        this.time = options.held();
    }

    void run() throws IOException, InterruptedException {
        run(false, free);
        run(true, held);
    }

    HorizonReport report() {
        return new HorizonReport(time, free, held, disk);
    }

    private void run(boolean hold, Map<RelayTarget, HorizonFigure> figures) throws IOException, InterruptedException {
        System.err.println(hold ? "with an open transaction" : "without");
        try (var backends = Backends.temporary(); var receiver = BenchReceiver.open(vertx, _ -> {})) {
            var url = backends.postgres().url();
            disk = Durability.of(vertx, url);
            Migrate.run(url);
            AgedDatabase.database(vertx, url, options.smoke());
            var places = new DeliveryAddresses(vertx, backends, Optional.empty(), receiver);
            try (var relay = FedTarget.relay(places); var outbox = FedTarget.skipLocked(places)) {
                measure(relay, outbox, hold ? Optional.of(url) : Optional.empty(), figures);
            }
        }
    }

    /// Once before for nothing, so that the JVMs are warm.
    ///
    /// @param held where a transaction is opened and left open
    private void measure(FedTarget relay, FedTarget outbox, Optional<String> held,
            Map<RelayTarget, HorizonFigure> figures)
            throws IOException, InterruptedException {
        var _ = drain(relay, outbox) + drain(outbox, relay);
        var first = drain(relay, outbox);
        var firstOutbox = drain(outbox, relay);
        var open = held.map(this::hold);
        feed(relay, outbox);
        var behind = relay.behind();
        var behindOutbox = outbox.behind();
        figures.put(RelayTarget.NONE, new HorizonFigure(first, drain(relay, outbox), behind));
        figures.put(RelayTarget.SKIP_LOCKED, new HorizonFigure(firstOutbox, drain(outbox, relay), behindOutbox));
        open.ifPresent(connection -> Await.result(connection.close()));
    }

    private PgConnection hold(String url) {
        var connection = Await.result(PgConnection.connect(vertx, PgConnectOptions.fromUri(url)));
        HOLD.forEach(sql -> Await.result(connection.query(sql).execute().<Void>mapEmpty()));
        return connection;
    }

    private void feed(FedTarget relay, FedTarget outbox) throws InterruptedException {
        var pace = new Steady(RATE, time);
        var fed = relay.feed(pace);
        var also = outbox.feed(pace);
        for (var minute = 1; minute <= time.toMinutes(); minute++) {
            Thread.sleep(Duration.ofMinutes(1));
            System.err.printf("    minute %d: behind by %,d and %,d%n", minute, relay.behind(), outbox.behind());
        }
        Await.result(fed);
        Await.result(also);
    }

    /// The middle of a few times.
    private double drain(FedTarget one, FedTarget other) throws IOException, InterruptedException {
        other.carrying().daemon().pause();
        var rates = new double[options.drains()];
        for (var i = 0; i < rates.length; i++) {
            rates[i] = drain(one);
        }
        other.carrying().daemon().goOn();
        var middle = DoubleStream.of(rates).sorted().skip(rates.length / 2).findFirst().orElseThrow();
        System.err.printf("    %-12s%,9.0f/s of %s%n", one.carrying().daemon().name(), middle,
                DoubleStream.of(rates).mapToObj("%,.0f"::formatted).toList());
        return middle;
    }

    private double drain(FedTarget one) throws IOException, InterruptedException {
        Thread.sleep(SETTLE);
        var from = one.carrying().progress().delivered();
        one.carrying().daemon().pause();
        one.fill(options.backlog());
        one.carrying().daemon().goOn();
        var begun = System.nanoTime();
        var delivered = from;
        while (delivered < from + options.backlog() && System.nanoTime() - begun < PATIENCE.toNanos()) {
            Thread.sleep(10);
            delivered = one.carrying().progress().delivered();
        }
        return (delivered - from) * 1e9 / (System.nanoTime() - begun);
    }
}
