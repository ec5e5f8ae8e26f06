package dev.onceward.e2e;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.standardwebhooks.Webhook;

import dev.onceward.testing.Eventually;

/// A bank that sends a signed webhook for each amount, and every third of them two or three times.
final class BankWebhooks {
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    static final Map<String, String> SOURCE = Map.of(
            "ONCEWARD_SOURCES_BANK_PRESET", "standard-webhooks",
            "ONCEWARD_SOURCES_BANK_SECRETS", SECRET);

    private final PackagedFunction intake;
    private final AtomicInteger number = new AtomicInteger();
    private final Semaphore wanted = new Semaphore(0);
    /// The cents of each webhook that was answered with a 2xx.
    final Map<String, Long> sent = new ConcurrentHashMap<>();

    BankWebhooks(PackagedFunction intake) {
        this.intake = intake;
    }

    /// Has 50 webhooks sent, and as many more begun, so that some are on their way when this returns.
    void awaitMore() {
        var before = sent.size();
        wanted.release(100);
        var _ = Eventually.holds("50 more webhooks", PATIENCE, () -> sent.size() >= before + 50);
    }

    /// One wanted webhook after the other, until it is told to stop.
    void sendUntil(Thread end, int seed) throws InterruptedException {
        var chance = new Random(seed);
        while (end.isAlive()) {
            if (!wanted.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                continue;
            }
            var id = "wh-" + number.incrementAndGet();
            var cents = 1 + chance.nextInt(1_000_000);
            for (var copies = chance.nextInt(3) == 0 ? 2 + chance.nextInt(2) : 1; copies > 0; copies--) {
                send(id, "{\"order\":\"%s\",\"cents\":%d}".formatted(id, cents));
            }
            var _ = sent.put(id, (long) cents);
        }
    }

    /// Until a 2xx comes.
    private void send(String id, String body) {
        var _ = Eventually.holds("a 2xx for " + id, PATIENCE, () -> status(id, body) / 100 == 2);
    }

    private int status(String id, String body) throws Exception {
        var now = Instant.now().getEpochSecond();
        var request = HttpRequest.newBuilder(intake.at("/hooks/bank")).timeout(Duration.ofSeconds(20))
                .headers("Content-Type", "application/json", "webhook-id", id, "webhook-timestamp", Long.toString(now),
                        "webhook-signature", new Webhook(SECRET).sign(id, now, body))
                .POST(BodyPublishers.ofString(body)).build();
        return SendWebhooks.CLIENT.send(request, BodyHandlers.discarding()).statusCode();
    }

    long cents() {
        return sent.values().stream().mapToLong(Long::longValue).sum();
    }
}
