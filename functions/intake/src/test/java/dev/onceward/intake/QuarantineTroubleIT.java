package dev.onceward.intake;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.intake.IntakeRequests.reading;
import static dev.onceward.intake.IntakeRequests.watching;
import static dev.onceward.intake.QuarantineRequests.act;
import static dev.onceward.intake.QuarantineRequests.forge;
import static dev.onceward.intake.QuarantineRequests.forged;
import static dev.onceward.intake.QuarantineRequests.show;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

/// With a database that is away, and with an operator's process that dies.
class QuarantineTroubleIT {
    private final String key = "msg_" + fresh();
    private final String body = "{\"n\": \"" + fresh() + "\"}";

    @AfterEach
    void restart_postgresql() {
        Servers.postgres().start();
        Eventually.holds(() -> watching().get("/q/health/ready").statusCode() == 200);
        var last = fresh();
        Eventually.holds(() -> isKept("msg_" + last, last));
    }

    @Test
    void without_postgresql_an_unverified_request_gets_the_same_answer_as_fast() {
        var before = forge("aside", key, body);
        Servers.postgres().stop();
        var start = System.nanoTime();
        for (var n = 0; n < 20; n++) {
            var answer = forge("aside", key + n, body);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.asString()).isEqualTo(before.asString());
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        operating().get("/api/v1/sources/aside/quarantine").then().statusCode(503);
        Eventually.holds(() -> PrometheusMetrics.value(Intakes.running(),
                "onceward_intake_quarantined_total{outcome=\"failed\",source=\"aside\"}") >= 20);
    }

    @Test
    void unverified_requests_are_quarantined_again_when_postgresql_is_back() {
        Servers.postgres().stop();
        forge("aside", key, body).then().statusCode(401);
        Servers.postgres().start();
        Eventually.holds(() -> isKept(key, body));
    }

    @Test
    void a_release_killed_after_the_event_was_stored_is_a_duplicate_when_repeated() throws SQLException {
        var id = forged("aside", key, body);
        var dying = Intakes.withSources().start();
        var _ = dying.port();
        try (var lock = sql().connect(); var operators = Executors.newVirtualThreadPerTaskExecutor()) {
            lock.setAutoCommit(false);
            var _ = lock.createStatement().execute("LOCK TABLE onceward.quarantined IN SHARE MODE");
            var unanswered = operators
                    .submit(() -> operating(dying).post("/api/v1/sources/aside/quarantine/" + id + "/release"));
            Eventually.holds(() -> stored(key) == 1);
            dying.kill();
            lock.rollback();
            Eventually.holds(unanswered::isDone);
        }
        show("aside", id).then().statusCode(200);
        var stored = reading().queryParam("source", "aside").queryParam("key", key).get("/events").<String>path("id");
        act("aside", id, "release").then().statusCode(202).header(REPLAYED, equalTo("true"))
                .body("id", equalTo(stored));
        show("aside", id).then().statusCode(404);
        assertThat(sql().number("SELECT count(*) FROM onceward.event WHERE body = ?::bytea", body)).isEqualTo(1);
    }

    @Test
    void a_released_request_that_cannot_be_removed_from_quarantine_is_answered_as_stored() {
        var id = forged("aside", key, body);
        sql().execute("""
                CREATE FUNCTION onceward.keep() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'not now'; END $$
                """);
        sql().execute("CREATE TRIGGER keep BEFORE DELETE ON onceward.quarantined EXECUTE FUNCTION onceward.keep()");
        var stored = "";
        try {
            stored = event(act("aside", id, "release"));
        } finally {
            sql().execute("DROP FUNCTION onceward.keep() CASCADE");
        }
        act("aside", id, "release").then().header(REPLAYED, equalTo("true")).body("id", equalTo(stored));
        show("aside", id).then().statusCode(404);
    }

    /// Under one id, so that what is still on its way then is a copy, and no other test takes it for its own.
    private static boolean isKept(String id, String body) {
        forge("aside", id, body).then().statusCode(401);
        return sql().number("SELECT count(*) FROM onceward.quarantined WHERE body = ?::bytea", body) > 0;
    }

    private static long stored(String key) {
        return sql().number("SELECT count(*) FROM onceward.key WHERE scope = 'aside' AND key = ?", key);
    }
}
