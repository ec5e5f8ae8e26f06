package dev.onceward.intake;

import io.restassured.response.Response;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.sql.Migrate;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.nullValue;

/// Two deployments, each with a database of its own, that share one Redis.
class TwoDatabasesIT {

    @Test
    void a_key_that_one_deployment_has_stored_is_new_to_the_other() {
        try (var one = intake(Servers.postgres().url()).start(); var other = intake(otherDatabase()).start()) {
            var key = fresh();
            untilRedisKnows(one, key);
            post(other, key).then().statusCode(202).header(REPLAYED, nullValue());
            untilRedisKnows(other, key);
            assertThat(post(other, key).<String>path("id")).isNotEqualTo(post(one, key).<String>path("id"));
        }
    }

    private static StartFunction intake(String database) {
        return Intakes.bare().with("onceward.sources.shop.unsigned", "true")
                .withEnvironment("ONCEWARD_POSTGRES_URL", database);
    }

    private static String otherDatabase() {
        var name = "other" + System.nanoTime();
        sql().execute("CREATE DATABASE " + name);
        var url = Servers.postgres().url().replaceFirst("/postgres$", "/" + name);
        Migrate.run(url);
        return url;
    }

    private static void untilRedisKnows(FunctionProcess function, String key) {
        Eventually.holds(() -> {
            post(function, key).then().statusCode(202);
            return PrometheusMetrics.text(function)
                    .contains("onceward_intake_duplicates_total{by=\"redis\",source=\"shop\"}");
        });
    }

    private static Response post(FunctionProcess function, String key) {
        return asking(function).header(KEY, key).body("{}").post("/hooks/shop");
    }
}
