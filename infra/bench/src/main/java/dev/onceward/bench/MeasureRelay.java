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

import dev.onceward.brokers.KafkaBroker;
import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// `./bench relay`: everything in turn on one server, and that round once more on a new one.
final class MeasureRelay {
    private static final String TOPIC = "bench";
    private static final int PARTITIONS = 8;

    private final Vertx vertx;
    private final RelayOptions options;
    private final Map<RelayTarget, List<Double>> rates = new EnumMap<>(RelayTarget.class);
    private final Map<MeasureDelay, List<Delayed>> delays = new LinkedHashMap<>();
    private String disk = "";

    MeasureRelay(Vertx vertx, RelayOptions options) {
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
        try (var backends = Backends.temporary();
                var kafka = kafka();
                var receiver = BenchReceiver.open(vertx, _ -> {})) {
            disk = Durability.of(vertx, backends.postgres().url());
            Migrate.run(backends.postgres().url());
            AgedDatabase.database(vertx, backends.postgres().url(), options.smoke());
            var deliveryAddresses = new DeliveryAddresses(vertx, backends, Optional.ofNullable(kafka), receiver);
            drain(deliveryAddresses);
            delay(deliveryAddresses);
        }
    }

    private void drain(DeliveryAddresses deliveryAddresses) throws IOException, InterruptedException {
        var backlogs = new Backlogs(deliveryAddresses, options);
        for (var relayTarget : RelayTarget.values()) {
            if (options.wants(relayTarget) && !relayTarget.built()) {
                System.err.println(relayTarget.label() + " is not built, and left out");
            } else if (options.wants(relayTarget)) {
                rates.computeIfAbsent(relayTarget, _ -> new ArrayList<>())
                        .add(rate(relayTarget, deliveryAddresses, backlogs));
            }
        }
    }

    private void delay(DeliveryAddresses deliveryAddresses) throws IOException, InterruptedException {
        for (var delay : options.delays()) {
            var delayed = delay.measure(deliveryAddresses, options.warm(), options.delayTime(), options.profile());
            System.err.printf("    %s: %s%n", delay, delayed);
            delays.computeIfAbsent(delay, _ -> new ArrayList<>()).add(delayed);
        }
    }

    /// Each reads the whole log: a subscription of its own, from the beginning.
    private double rate(RelayTarget relayTarget, DeliveryAddresses deliveryAddresses, Backlogs backlogs)
            throws IOException, InterruptedException {
        var total = backlogs.of(relayTarget);
        try (var carrying = RunningTarget.start(relayTarget, relayTarget.subscription(), "earliest", deliveryAddresses,
                options.profile())) {
            return new MeasureDrain(carrying.daemon(), carrying.progress(), total, options.warm(), options.time())
                    .rate();
        }
    }

    /// Only if somebody needs it: it takes its share of the machine.
    private @Nullable KafkaBroker kafka() {
        if (Arrays.stream(RelayTarget.values())
                .noneMatch(relayTarget -> relayTarget.toKafka() && options.wants(relayTarget))) {
            return null;
        }
        var kafka = KafkaBroker.started();
        kafka.topic(TOPIC, PARTITIONS);
        return kafka;
    }
}
