package dev.onceward.e2e;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.KafkaProcess;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TestAll;
import dev.onceward.testing.servers.RedisCommand;

import static org.assertj.core.api.Assertions.assertThat;

/// A signed webhook, intake, the log, the relay, Kafka, the inbox of payments, the ledger: with duplicates at every hop,
/// and each process is killed.
class LedgerBalancesDespiteKillsTest {
    private static final int ROUNDS = TestAll.rounds(5, 1);
    private static final int SENDERS = 4;
    private static final int PARTITIONS = 3;

    @Test
    void the_sum_of_the_ledger_is_the_sum_of_the_webhooks_to_the_cent() throws Exception {
        try (var deployment = new DeploymentFixture(); var kafka = KafkaProcess.started()) {
            kafka.topic("ledger", PARTITIONS);
            try (var intake = PackagedFunction.intake(deployment.backends, BankWebhooks.SOURCE);
                    var relay = PackagedFunction.relay(deployment.backends, twoSubscriptionsTo(kafka));
                    var payments = PackagedFunction.payments(deployment.backends, consumerOf(kafka))) {
                var functions = List.of(intake.ready(), relay.ready(), payments.ready());
                var bank = new BankWebhooks(intake);
                sendDuring(bank, () -> killAll(deployment, kafka, bank, functions));

                assertThat(bank.sent).hasSizeGreaterThan(100 * ROUNDS);
                var _ = Eventually.holds("all is delivered and consumed", Duration.ofMinutes(3),
                        () -> delivered(kafka) >= 2L * bank.sent.size() && waiting(kafka) == 0
                                && deployment.database.number("SELECT count(*) FROM ledger_entry") >= bank.sent.size());
                assertThat(deployment.database.number("SELECT count(*) FROM ledger_entry")).isEqualTo(bank.sent.size());
                assertThat(deployment.database.number("SELECT sum(cents) FROM ledger_entry")).isEqualTo(bank.cents());
                assertThat(deployment.database.number("SELECT sum(cents) FROM ledger_entry"))
                        .isEqualTo(deployment.database.number(
                                "SELECT sum((convert_from(body, 'UTF8')::json->>'cents')::int) FROM onceward.event"));
            }
        }
    }

    /// Each of the two delivers all events to the same topic, so each event is in it twice or more often.
    private static Map<String, String> twoSubscriptionsTo(KafkaProcess kafka) {
        var settings = new HashMap<>(DeploymentFixture.RELAY);
        settings.put("kafka.bootstrap.servers", kafka.servers());
        for (var name : List.of("first", "second")) {
            settings.put("onceward.subscriptions." + name + ".topics", "bank");
            settings.put("onceward.subscriptions." + name + ".sink", "kafka:ledger");
            settings.put("onceward.subscriptions." + name + ".start", "earliest");
            settings.put("onceward.subscriptions." + name + ".retry.delay", "100ms");
            settings.put("onceward.subscriptions." + name + ".retry.cap", "1s");
        }
        return settings;
    }

    /// With the same name in the group as before, a consumer that was killed gets its partitions back at once.
    private static Map<String, String> consumerOf(KafkaProcess kafka) {
        return Map.of("kafka.bootstrap.servers", kafka.servers(),
                "mp.messaging.incoming.ledger.group.instance.id", "payments-1",
                "mp.messaging.incoming.ledger.auto.commit.interval.ms", "500");
    }

    private static void sendDuring(BankWebhooks bank, Runnable faults) throws InterruptedException {
        var killer = Thread.ofPlatform().start(faults);
        var senders = IntStream.range(0, SENDERS)
                .mapToObj(seed -> Thread.ofVirtual().start(() -> send(bank, killer, seed))).toList();
        killer.join();
        for (var sender : senders) {
            sender.join();
        }
    }

    private static void send(BankWebhooks bank, Thread killer, int seed) {
        try {
            bank.sendUntil(killer, seed);
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }

    /// In turn, each while webhooks are on their way.
    private static void killAll(DeploymentFixture deployment, KafkaProcess kafka, BankWebhooks bank,
            List<PackagedFunction> functions) {
        for (var round = 0; round < ROUNDS; round++) {
            for (var function : functions) {
                bank.awaitMore();
                function.killAndStart();
                var _ = function.ready();
            }
            bank.awaitMore();
            kafka.killAndStart();
            bank.awaitMore();
            deployment.backends.redis().kill();
            deployment.backends.redis().start();
            RedisCommand.flush(deployment.backends.redis());
        }
        bank.awaitMore();
        deployment.backends.postgres().kill();
        deployment.backends.postgres().start();
        bank.awaitMore();
    }

    private static long delivered(KafkaProcess kafka) throws ExecutionException, InterruptedException {
        try (var admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            return ends(admin).values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private static Map<TopicPartition, Long> ends(Admin admin) throws ExecutionException, InterruptedException {
        var latest = IntStream.range(0, PARTITIONS).mapToObj(n -> new TopicPartition("ledger", n))
                .collect(Collectors.toMap(partition -> partition, _ -> OffsetSpec.latest()));
        return admin.listOffsets(latest).all().get().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
    }

    /// How many records the ledger has not acknowledged yet.
    private static long waiting(KafkaProcess kafka) throws ExecutionException, InterruptedException {
        try (var admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            var read = admin.listConsumerGroupOffsets("payments").partitionsToOffsetAndMetadata().get();
            var waiting = 0L;
            for (var end : ends(admin).entrySet()) {
                var offset = read.get(end.getKey());
                waiting += end.getValue() - (offset == null ? 0 : offset.offset());
            }
            return waiting;
        }
    }
}
