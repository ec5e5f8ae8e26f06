package dev.onceward.e2e;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.LongTest;
import dev.onceward.testing.TcpProxy;

import static org.assertj.core.api.Assertions.assertThat;

/// Redis makes it fast, PostgreSQL makes it right.
class RedisFastPostgresRightTest {

    @Test
    void without_redis_intake_stores_events_and_reports_that_it_is_degraded() throws Exception {
        try (var deployment = new DeploymentFixture(); var intake = deployment.intake().ready()) {
            deployment.backends.redis().stop();
            assertThat(SendWebhooks.send(intake.at("/hooks/orders"), "a", "{}").statusCode()).isEqualTo(202);
            assertThat(SendWebhooks.text(intake.managementAt("/q/health/ready"))).contains("\"UP\"")
                    .contains("unavailable");
            assertThat(SendWebhooks.text(intake.managementAt("/q/metrics"))).contains("onceward_seen_degraded 1.0");
        }
    }

    @Test
    void without_postgresql_intake_answers_503_and_loses_no_acknowledged_event() throws Exception {
        try (var deployment = new DeploymentFixture(); var intake = deployment.intake().ready()) {
            var run = new WebhookTraffic(intake);
            var _ = run.until(() -> run.acknowledged.size() > 500);

            deployment.backends.postgres().kill();
            var _ = run.until(() -> run.refused.get() > 200);
            deployment.backends.postgres().start();
            var recovery = run.until(() -> run.sinceReturn() > 500);
            run.end();

            assertThat(run.refusedWithoutRetryAfter.get()).isZero();
            assertThat(recovery).isLessThan(Duration.ofSeconds(20));
            assertThat(deployment.database.texts("SELECT id::text FROM onceward.event")).containsAll(run.acknowledged);
        }
    }

    @LongTest
    @Test
    void a_webhook_refused_without_postgresql_is_stored_when_it_is_sent_again() throws Exception {
        try (var deployment = new DeploymentFixture(); var intake = deployment.intake().ready()) {
            deployment.backends.postgres().kill();
            assertThat(SendWebhooks.send(intake.at("/hooks/orders"), "a", "{}").statusCode()).isEqualTo(503);
            deployment.backends.postgres().start();

            var answer = SendWebhooks.retry(() -> intake.at("/hooks/orders"), "a", "{}");
            assertThat(deployment.database.texts("SELECT id::text FROM onceward.event")).hasSize(1)
                    .allSatisfy(id -> assertThat(answer).contains(id));
        }
    }

    @Test
    void connections_that_are_lost_silently_are_replaced() throws Exception {
        try (var deployment = new DeploymentFixture();
                var postgres = new TcpProxy(deployment.backends.postgres().url());
                var redis = new TcpProxy(deployment.backends.redis().url());
                var intake = PackagedFunction.intake(deployment.backends, Map.of(
                        "ONCEWARD_SOURCES_ORDERS_UNSIGNED", "true",
                        "ONCEWARD_POSTGRES_URL", postgres.url(),
                        "ONCEWARD_REDIS_URL", redis.url(),
                        "QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE", "2",
                        "QUARKUS_REDIS_MAX_POOL_SIZE", "2",
                        "ONCEWARD_LOG_TIMEOUT", "500ms")).ready()) {
            var _ = SendWebhooks.retry(() -> intake.at("/hooks/orders"), "a", "{}");

            redis.loseConnections();
            loseUntilNoticed(postgres, intake);
            var _ = Eventually.holds("both are back", Duration.ofSeconds(20),
                    () -> SendWebhooks.text(intake.managementAt("/q/health/ready")).replaceAll("\\s", "")
                            .contains("\"postgres\":\"ready\",\"redis\":\"ready\""));
            assertThat(intake.output()).contains("intake could not store events");
            var _ = Eventually.holds("the function logs that intake stores events again", Duration.ofSeconds(20),
                    () -> isStored(intake) && intake.output().contains("intake stores events again"));
        }
    }

    private static boolean isStored(PackagedFunction intake) throws Exception {
        return SendWebhooks.send(intake.at("/hooks/orders"), "c" + System.nanoTime(), "{}").statusCode() == 202;
    }

    /// What is done by the clock may have the connection that was lost, and an event a new one. Of those that are made
    /// in their place two are lost in their beginnings.
    private static void loseUntilNoticed(TcpProxy postgres, PackagedFunction intake) throws Exception {
        for (var n = 0; n < 20 && !intake.output().contains("intake could not store events"); n++) {
            postgres.loseConnections(2);
            var _ = SendWebhooks.retry(() -> intake.at("/hooks/orders"), "b" + n, "{}");
        }
    }

    /// Eight senders that never rest, and what they were told.
    private static final class WebhookTraffic {
        final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        final AtomicInteger refused = new AtomicInteger();
        final AtomicInteger refusedWithoutRetryAfter = new AtomicInteger();
        private final AtomicInteger acknowledgedAtReturn = new AtomicInteger(-1);
        private final AtomicBoolean on = new AtomicBoolean(true);
        private final AtomicInteger next = new AtomicInteger();
        private final PackagedFunction intake;
        private final Thread[] senders = new Thread[8];

        WebhookTraffic(PackagedFunction intake) {
            this.intake = intake;
            for (var i = 0; i < senders.length; i++) {
                senders[i] = Thread.ofVirtual().start(this::send);
            }
        }

        Duration until(BooleanSupplier condition) {
            return Eventually.holds("traffic as expected", Duration.ofSeconds(30), condition::getAsBoolean);
        }

        int sinceReturn() {
            var _ = acknowledgedAtReturn.compareAndSet(-1, acknowledged.size());
            return acknowledged.size() - acknowledgedAtReturn.get();
        }

        void end() throws InterruptedException {
            on.set(false);
            for (var sender : senders) {
                sender.join();
            }
        }

        private void send() {
            while (on.get()) {
                var key = "k" + next.incrementAndGet();
                while (!sent(key) && on.get()) {
                    Thread.onSpinWait();
                }
            }
        }

        /// As senders do, the same again until it was taken.
        private boolean sent(String key) {
            try {
                return note(SendWebhooks.send(intake.at("/hooks/orders"), key, "{}"));
            } catch (Exception broken) {
                refusedWithoutRetryAfter.incrementAndGet();
                return false;
            }
        }

        private boolean note(HttpResponse<String> answer) {
            if (answer.statusCode() == 202) {
                acknowledged.add(answer.body().replaceFirst(".*\"id\":\"([^\"]+)\".*", "$1"));
            } else {
                refused.incrementAndGet();
                if (answer.statusCode() != 503 || answer.headers().firstValue("Retry-After").isEmpty()) {
                    refusedWithoutRetryAfter.incrementAndGet();
                }
            }
            return answer.statusCode() == 202;
        }
    }
}
