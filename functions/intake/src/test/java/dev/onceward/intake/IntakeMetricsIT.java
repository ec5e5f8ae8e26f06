package dev.onceward.intake;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.post;
import static org.assertj.core.api.Assertions.assertThat;

class IntakeMetricsIT {

    @Test
    void a_new_event_is_counted_by_source() {
        var before = count("onceward_intake_processed_total{source=\"header\"}");
        asking().header("X-Delivery", fresh()).post("/hooks/header").then().statusCode(202);
        assertThat(count("onceward_intake_processed_total{source=\"header\"}")).isEqualTo(before + 1);
    }

    /// The sender is answered before Redis has the key, so PostgreSQL may know the first copies.
    @Test
    void a_duplicate_is_counted_by_source_and_by_the_store_that_knew_it() {
        var byRedis = "onceward_intake_duplicates_total{by=\"redis\",source=\"header\"}";
        var before = count(byRedis);
        var key = fresh();
        asking().header("X-Delivery", key).post("/hooks/header").then().statusCode(202);
        Eventually.holds(() -> {
            asking().header("X-Delivery", key).post("/hooks/header").then().statusCode(202);
            return count(byRedis) == before + 1;
        });
    }

    @Test
    void a_refusal_is_counted_by_source_and_problem() {
        var before = count("onceward_intake_errors_total{problem=\"key-missing\",source=\"header\"}");
        post("header", "{}").then().statusCode(400);
        assertThat(count("onceward_intake_errors_total{problem=\"key-missing\",source=\"header\"}"))
                .isEqualTo(before + 1);
    }

    @Test
    void the_name_of_an_unknown_source_does_not_become_a_metric_label() {
        var name = "stranger" + fresh();
        var before = count("onceward_intake_errors_total{problem=\"unknown-source\",source=\"\"}");
        post(name, "{}").then().statusCode(404);
        assertThat(count("onceward_intake_errors_total{problem=\"unknown-source\",source=\"\"}")).isEqualTo(before + 1);
        assertThat(metrics()).doesNotContain(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"onceward_intake_key_seconds_bucket", "onceward_intake_queue_depth",
            "onceward_seen_check_seconds_bucket", "onceward_seen_degraded", "onceward_seen_errors_total"})
    void the_metrics_of_keys_queue_and_redis_exist_after_a_request(String name) {
        post("plain", fresh(), "{}").then().statusCode(202);
        assertThat(metrics()).contains("\n" + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm_memory_used_bytes", "jvm_threads_live_threads", "process_uptime_seconds",
            "process_cpu_usage", "process_files_open_files", "jvm_info"})
    void process_and_jvm_metrics_exist_soon_after_the_start(String name) {
        Eventually.holds(() -> metrics().contains("\n" + name));
    }

    /// Prometheus shows the text of the first series of a family, so the families must be there before.
    @Test
    void each_metric_has_a_help_text() {
        var key = fresh();
        post("header", "{}").then().statusCode(400);
        asking().header("X-Delivery", key).post("/hooks/header").then().statusCode(202);
        asking().header("X-Delivery", key).post("/hooks/header").then().statusCode(202);
        asking().body("{}").post("/hooks/signed").then().statusCode(401);
        asking().body("{}").post("/hooks/aside").then().statusCode(401);
        Eventually.holds(() -> metrics().contains("onceward_intake_quarantined_total"));
        assertThat(PrometheusMetrics.helpTexts(Intakes.running())).isNotEmpty().allSatisfy(
                (metric, text) -> assertThat(text).as(metric).contains(" ").hasSizeGreaterThan(15));
    }

    private static double count(String series) {
        return PrometheusMetrics.value(Intakes.running(), series);
    }

    private static String metrics() {
        return PrometheusMetrics.text(Intakes.running());
    }
}
