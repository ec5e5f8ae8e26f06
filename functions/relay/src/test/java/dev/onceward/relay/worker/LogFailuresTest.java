package dev.onceward.relay.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.smallrye.mutiny.TimeoutException;
import io.vertx.pgclient.PgException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.testing.LogOutput;

import static org.assertj.core.api.Assertions.assertThat;

class LogFailuresTest {
    private static final long QUIET_NANOS = 5_000_000_000L;

    private final Throwable isAway = new IOException("refused");
    private long now;
    private final RepeatedFailures away = new RepeatedFailures(() -> now);
    private final LogFailures books = log("books");
    private final LogFailures films = log("films");
    private final LogOutput relayLog = LogOutput.of(LogFailures.class);

    @AfterEach
    void close() {
        relayLog.close();
    }

    @Test
    void a_postgresql_outage_and_its_end_are_logged_by_one_subscription_for_all() {
        books.failed(isAway);
        films.failed(isAway);
        books.failed(isAway);
        now += QUIET_NANOS;
        films.succeeded();
        assertThat(relayLog.lines()).containsExactly("WARN fails: subscription=books cause=" + isAway);
        books.succeeded();
        films.succeeded();
        assertThat(relayLog.lines()).hasSize(2).last().isEqualTo("INFO works again: subscription=books");
    }

    @Test
    void any_other_failure_and_its_end_are_logged_by_each_subscription() {
        var others = List.of(new IllegalStateException("beyond the log"), new TimeoutException(), refusal("22P05"),
                refusal("40001"), refusal("55000"));
        for (var failure : others) {
            var before = new ArrayList<>(relayLog.lines());
            books.failed(failure);
            books.failed(failure);
            films.failed(failure);
            now += QUIET_NANOS;
            films.succeeded();
            books.succeeded();
            assertThat(relayLog.lines().subList(before.size(), relayLog.lines().size())).containsExactly(
                    "WARN fails: subscription=books cause=" + failure,
                    "WARN fails: subscription=films cause=" + failure,
                    "INFO works again: subscription=films",
                    "INFO works again: subscription=books");
        }
    }

    @Test
    void the_success_of_one_subscription_does_not_end_the_failure_of_another() {
        books.failed(new IllegalStateException("beyond the log"));
        now += QUIET_NANOS;
        films.succeeded();
        assertThat(relayLog.lines()).hasSize(1);
    }

    private LogFailures log(String subscription) {
        return new LogFailures(subscription, away, new RepeatedFailures(() -> now), "fails", "works again");
    }

    private static PgException refusal(String state) {
        return new PgException("refused", "ERROR", state, "");
    }
}
