package dev.onceward.intake;

import io.restassured.path.json.JsonPath;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.Eventually;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.OPERATOR_TOKEN;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static org.assertj.core.api.Assertions.assertThat;

/// Each test has a source of its own, which it can count on.
class StatsIT {

    @Test
    void stats_count_new_events_duplicates_and_errors_of_a_source() {
        var key = fresh();
        for (var i = 0; i < 3; i++) {
            asking().header(KEY, key).body("{}").post("/hooks/counted").then().statusCode(202);
        }
        asking().header(KEY, fresh()).body("{}").post("/hooks/counted").then().statusCode(202);
        asking().body("{}").post("/hooks/counted").then().statusCode(400);
        Eventually.holds(() -> stats(Intakes.running(), "counted").getInt("errors") == 1);
        var stats = stats(Intakes.running(), "counted");
        assertThat(stats.getInt("processed")).isEqualTo(2);
        assertThat(stats.getInt("duplicates")).isEqualTo(2);
        assertThat(stats.getDouble("hitRate")).isEqualTo(50.0);
    }

    @Test
    void the_stats_of_an_unused_source_are_zero() {
        assertThat(stats(Intakes.running(), "noisy").getInt("processed")).isZero();
        assertThat(stats(Intakes.running(), "noisy").getDouble("hitRate")).isZero();
    }

    @Test
    void stats_add_up_all_replicas_and_survive_their_end() {
        var source = "replicated";
        var key = fresh();
        try (var one = launch(source).start(); var two = launch(source).start()) {
            send(one, source, key);
            send(two, source, key);
            send(one, source, key);
        }
        try (var next = launch(source).start()) {
            assertThat(stats(next, source).getInt("processed")).isEqualTo(1);
            assertThat(stats(next, source).getInt("duplicates")).isEqualTo(2);
            assertThat(stats(next, source).getDouble("hitRate")).isEqualTo(66.67);
        }
    }

    private static StartFunction launch(String source) {
        return Intakes.bare().with("onceward.admin.token", OPERATOR_TOKEN)
                .with("onceward.sources." + source + ".unsigned", "true");
    }

    private static void send(FunctionProcess function, String source, String key) {
        asking(function).header(KEY, key).body("{}").post("/hooks/" + source).then().statusCode(202);
    }

    private static JsonPath stats(FunctionProcess function, String source) {
        return operating(function).get("/api/v1/stats").then().statusCode(200).extract().jsonPath()
                .setRootPath("sources." + source);
    }
}
