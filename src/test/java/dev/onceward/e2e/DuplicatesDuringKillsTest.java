package dev.onceward.e2e;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.TestAll;

import static org.assertj.core.api.Assertions.assertThat;

/// Guarantees 1, 2 and 7 at once: senders that repeat themselves, and processes that die half way.
class DuplicatesDuringKillsTest {
    private static final int WEBHOOKS = TestAll.rounds(50_000, 5_000);
    private static final int DISTINCT = WEBHOOKS * 7 / 10;
    private static final int KILLS = TestAll.rounds(5, 1);
    private static final int SENDERS = 32;

    @Test
    void exactly_the_distinct_webhooks_are_in_the_log_after_kills() throws Exception {
        try (var deployment = new DeploymentFixture();
                var steady = deployment.intake();
                var dying = deployment.intake()) {
            var intakes = List.of(steady.ready(), dying.ready());
            var receipts = new ConcurrentHashMap<String, String>();
            var sent = new AtomicInteger();
            var killer = Thread.ofPlatform().start(() -> killAlongTheWay(sent, dying));

            sendAll(intakes, receipts, sent);
            killer.join();

            assertThat(receipts).hasSize(DISTINCT);
            assertThat(deployment.database.number("SELECT count(*) FROM onceward.event")).isEqualTo(DISTINCT);
            assertThat(deployment.database.texts("SELECT convert_from(body, 'UTF8') || ' ' || id FROM onceward.event"))
                    .containsExactlyInAnyOrderElementsOf(receipts.entrySet().stream()
                            .map(receipt -> receipt.getKey() + " " + receipt.getValue()).toList());
            assertThat(deployment.database.number("SELECT sum(processed) FROM onceward.source_counts"))
                    .isEqualTo(DISTINCT);
        }
    }

    private static void sendAll(List<PackagedFunction> intakes, ConcurrentHashMap<String, String> receipts,
            AtomicInteger sent)
            throws Exception {
        var order = shuffled();
        try (var senders = Executors.newFixedThreadPool(SENDERS)) {
            var all = IntStream.of(order)
                    .mapToObj(number -> senders.submit(() -> sendOne(intakes, number, receipts, sent)))
                    .toList();
            for (var each : all) {
                var _ = each.get();
            }
        }
    }

    /// Every copy must get the receipt that the first one got.
    private static void sendOne(List<PackagedFunction> intakes, int number, ConcurrentHashMap<String, String> receipts,
            AtomicInteger sent) {
        var body = "{\"order\":" + number + "}";
        var answer = SendWebhooks.retry(() -> any(intakes).at("/hooks/orders"), "order-" + number, body);
        var id = answer.replaceFirst(".*\"id\":\"([^\"]+)\".*", "$1");
        var before = receipts.putIfAbsent(body, id);
        assertThat(before == null ? id : before).isEqualTo(id);
        sent.incrementAndGet();
    }

    private static PackagedFunction any(List<PackagedFunction> intakes) {
        return intakes.get(ThreadLocalRandom.current().nextInt(intakes.size()));
    }

    /// Spread over the work, so that each kill falls into traffic however fast the machine is.
    private static void killAlongTheWay(AtomicInteger sent, PackagedFunction dying) {
        for (var kill = 1; kill <= KILLS; kill++) {
            var mark = WEBHOOKS * kill / (KILLS + 1);
            var _ = Eventually.holds(mark + " webhooks sent", Duration.ofMinutes(3), () -> sent.get() >= mark);
            dying.killAndStart();
            var _ = dying.ready();
        }
    }

    /// All the distinct ones once, and copies of three in seven of them, mixed.
    private static int[] shuffled() {
        var numbers = IntStream.concat(IntStream.range(0, DISTINCT), IntStream.range(0, WEBHOOKS - DISTINCT)).boxed()
                .collect(Collectors.toList());
        Collections.shuffle(numbers, new Random(7));
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
