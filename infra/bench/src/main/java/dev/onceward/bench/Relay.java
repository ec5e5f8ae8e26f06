package dev.onceward.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

import dev.onceward.brokers.Kafka;
import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// `./bench relay`: everything in turn on one server, and that round once more on a new one.
final class Relay {
    private static final String TOPIC = "bench";
    private static final int PARTITIONS = 8;

    private final Vertx vertx;
    private final RelayOptions options;
    private final Map<Carrier, List<Double>> rates = new EnumMap<>(Carrier.class);
    private final Map<Delay, List<Delayed>> delays = new LinkedHashMap<>();
    private String disk = "";

    Relay(Vertx vertx, RelayOptions options) {
        this.vertx = vertx;
        this.options = options;
    }

    void run() throws IOException, InterruptedException {
        for (var round = 1; round <= options.rounds(); round++) {
            System.err.printf("round %d%n", round);
            round();
        }
    }

    /// Of what was measured so far.
    RelayReport report() {
        return new RelayReport(rates, delays, disk);
    }

    private void round() throws IOException, InterruptedException {
        try (var backends = Backends.temporary(); var kafka = kafka(); var receiver = Receiver.open(vertx, _ -> {})) {
            disk = Durability.of(vertx, backends.postgres().url());
            Migrate.run(backends.postgres().url());
            Seasoned.database(vertx, backends.postgres().url(), options.smoke());
            var places = new Places(vertx, backends, Optional.ofNullable(kafka), receiver);
            drain(places);
            delay(places);
        }
    }

    private void drain(Places places) throws IOException, InterruptedException {
        var backlogs = new Backlogs(places, options);
        for (var carrier : Carrier.values()) {
            if (options.wants(carrier) && !carrier.built()) {
                System.err.println(carrier.label() + " is not built, and left out");
            } else if (options.wants(carrier)) {
                rates.computeIfAbsent(carrier, _ -> new ArrayList<>()).add(rate(carrier, places, backlogs));
            }
        }
    }

    private void delay(Places places) throws IOException, InterruptedException {
        for (var delay : options.delays()) {
            var delayed = delay.measure(places, options.warm(), options.delayTime(), options.profile());
            System.err.printf("    %s: %s%n", delay, delayed);
            delays.computeIfAbsent(delay, _ -> new ArrayList<>()).add(delayed);
        }
    }

    /// Each reads the whole log: a subscription of its own, from the beginning.
    private double rate(Carrier carrier, Places places, Backlogs backlogs) throws IOException, InterruptedException {
        var total = backlogs.of(carrier);
        try (var carrying = Carrying.start(carrier, carrier.subscription(), "earliest", places, options.profile())) {
            return new Drain(carrying.daemon(), carrying.progress(), total, options.warm(), options.time()).rate();
        }
    }

    /// Only if somebody needs it: it takes its share of the machine.
    private @Nullable Kafka kafka() {
        if (Arrays.stream(Carrier.values()).noneMatch(carrier -> carrier.toKafka() && options.wants(carrier))) {
            return null;
        }
        var kafka = Kafka.started();
        kafka.topic(TOPIC, PARTITIONS);
        return kafka;
    }
}
