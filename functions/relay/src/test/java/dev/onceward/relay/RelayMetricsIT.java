package dev.onceward.relay;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// What Prometheus is told after a course of events that is known.
class RelayMetricsIT {
    private static final String OLD_DAY = """
            DO $$
            DECLARE
                day date := (now() AT TIME ZONE 'UTC')::date - 40;
            BEGIN
                EXECUTE format('CREATE TABLE onceward.%I PARTITION OF onceward.event FOR VALUES FROM (%L) TO (%L)',
                    'event_' || to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC',
                    (day + 1)::timestamp AT TIME ZONE 'UTC');
                INSERT INTO onceward.event (at, shard, id, source, topic, headers, body)
                VALUES (day::timestamp AT TIME ZONE 'UTC', 0, gen_random_uuid(), 'shop', 'orders', '{}', '');
            END $$
            """;

    private final RelayFixture world = new RelayFixture();
    private final AtomicInteger status = new AtomicInteger(204);
    private int tried;
    private final HttpReceiver receiver = HttpReceiver.answering(response -> response.setStatusCode(status.get())
            .putHeader("Retry-After", "3600")
            .putHeader("Idempotent-Replayed", status.get() == 200 ? "true" : "false").end());
    private final FunctionProcess relay = world.books(receiver.url())
            .start();

    @AfterEach
    void close() {
        relay.close();
        receiver.close();
    }

    @Test
    void relay_metrics_count_lag_parked_events_attempts_pages_and_leases() {
        answered(204, 5);
        answered(200, 1);
        answered(503, 2);
        answered(422, 3);
        answered(410, 1);
        Eventually.holds(() -> metric("paused") == 1);
        world.sql.execute(OLD_DAY);
        append();
        append();

        Eventually.holds(() -> metric("lag_events") == 3);
        assertThat(metric("lag_seconds")).isBetween(39 * 86_400d, 42 * 86_400d);
        Eventually.holds(() -> metric("days_unread") == 1);
        assertThat(metric("parked")).isEqualTo(3);
        assertThat(metric("dead")).isEqualTo(3);
        assertThat(attempts("delivered")).isEqualTo(5);
        assertThat(attempts("duplicate")).isEqualTo(1);
        assertThat(attempts("failed")).isEqualTo(2);
        assertThat(attempts("refused")).isEqualTo(3);
        // The pause is noticed when the leases are renewed.
        assertThat(attempts("gone")).isPositive();
        assertThat(metric("attempt_seconds_sum", "outcome=\"delivered\"")).isPositive();
        assertThat(metric("page_size_sum")).isEqualTo(12);
        assertThat(metric("page_size_count")).isBetween(1d, 12d);
        assertThat(metric("lease_changes_total")).isGreaterThanOrEqualTo(16);
    }

    @Test
    void each_metric_has_a_help_text() {
        answered(204, 1);
        Eventually.holds(() -> metric("lag_events") == 0);
        assertThat(PrometheusMetrics.helpTexts(relay)).containsKey("onceward_relay_lease_changes").allSatisfy(
                (metric, text) -> assertThat(text).as(metric).contains(" ").hasSizeGreaterThan(15));
    }

    private void answered(int with, int events) {
        status.set(with);
        for (var n = 0; n < events; n++) {
            append();
        }
        tried += events;
        Eventually.holds(
                () -> Stream.of("delivered", "duplicate", "failed", "refused", "gone").mapToDouble(this::attempts)
                        .filter(count -> !Double.isNaN(count)).sum() >= tried);
    }

    private void append() {
        var _ = world.append("orders", null, "{}".getBytes(UTF_8));
    }

    private double attempts(String outcome) {
        return metric("attempt_seconds_count", "outcome=\"" + outcome + "\"");
    }

    /// Not a number while it is not there.
    private double metric(String name, String... labels) {
        return metrics()
                .filter(line -> line.startsWith("onceward_relay_" + name + "{") || line.startsWith("onceward_relay_"
                        + name + " "))
                .filter(line -> Stream.of(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst().orElse(Double.NaN);
    }

    private Stream<String> metrics() {
        return PrometheusMetrics.text(relay).lines();
    }
}
