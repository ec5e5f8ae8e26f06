package dev.onceward.intake;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.fresh;
import static dev.onceward.intake.Asking.post;
import static org.assertj.core.api.Assertions.assertThat;

class MetricsIT {

    @Test
    void what_is_new_is_counted_by_source() {
        var before = count("onceward_intake_processed_total{source=\"header\"}");
        asking().header("X-Delivery", fresh()).post("/hooks/header").then().statusCode(202);
        assertThat(count("onceward_intake_processed_total{source=\"header\"}")).isEqualTo(before + 1);
    }

    /// The sender is answered before Redis has the key, so PostgreSQL may know the first copies.
    @Test
    void a_copy_is_counted_by_source_and_by_who_knew_it() {
        var byRedis = "onceward_intake_duplicates_total{by=\"redis\",source=\"header\"}";
        var before = count(byRedis);
        var key = fresh();
        asking().header("X-Delivery", key).post("/hooks/header").then().statusCode(202);
        Deadline.until(() -> {
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
    void a_name_that_no_source_has_is_no_label() {
        var name = "stranger" + fresh();
        var before = count("onceward_intake_errors_total{problem=\"unknown-source\",source=\"\"}");
        post(name, "{}").then().statusCode(404);
        assertThat(count("onceward_intake_errors_total{problem=\"unknown-source\",source=\"\"}")).isEqualTo(before + 1);
        assertThat(metrics()).doesNotContain(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"onceward_intake_key_seconds_bucket", "onceward_intake_queue_depth",
            "onceward_seen_check_seconds_bucket", "onceward_seen_degraded", "onceward_seen_errors_total"})
    void there_are(String name) {
        post("plain", fresh(), "{}").then().statusCode(202);
        assertThat(metrics()).contains("\n" + name);
    }

    private static double count(String series) {
        return Metric.of(Intakes.running(), series);
    }

    private static String metrics() {
        return asking().get("/q/metrics").asString();
    }
}
