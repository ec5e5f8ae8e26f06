package dev.onceward.relay.status;

import java.time.Duration;
import java.util.List;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.testing.RelayLog;
import dev.onceward.relay.view.ReadSubscriptionStatus;
import dev.onceward.relay.worker.Bookshop;
import dev.onceward.relay.worker.LogFailures;
import dev.onceward.relay.worker.ScriptedReceiver;

import static dev.onceward.relay.worker.Bookshop.await;
import static dev.onceward.relay.worker.Bookshop.books;
import static dev.onceward.relay.worker.Bookshop.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

class StatusAnswerTest {

    @Test
    void one_of_which_nothing_can_be_told_keeps_no_other_from_being_told_of() {
        var _ = new Bookshop();
        var _ = await(worker(books(), new ScriptedReceiver()).enroll());
        var well = new StatusQuestion(books(), Bookshop.stores().standings());
        var looks = await(StatusAnswer.at(List.of(lost(), well)));
        assertThat(looks).extracting(StatusAnswer::isUnknown).containsExactly(true, false);
        assertThat(looks).extracting(StatusAnswer::subscription).containsExactly("films", "books");
    }

    @Test
    void one_of_which_nothing_can_be_told_is_named_once_in_the_log() {
        var looking = StatusAnswer.at(List.of(lost()));
        try (var logged = RelayLog.of(LogFailures.class)) {
            var _ = await(looking);
            var _ = await(looking);
            assertThat(logged.lines()).hasSize(1).first(STRING)
                    .startsWith(
                            "WARN the relay cannot compute the status of the subscription, so its metrics are missing: "
                                    + "subscription=films cause=");
        }
    }

    @Test
    void where_there_are_none_nothing_is_told() {
        assertThat(await(StatusAnswer.at(List.of()))).isEmpty();
    }

    /// Its PostgreSQL is nowhere.
    private static StatusQuestion lost() {
        var pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri("postgresql://postgres@localhost:1/postgres"))
                .using(Bookshop.VERTX)
                .build());
        var films = new Subscription("films", books().wanted(), books().target(), true, true, 16, books().timeout(),
                books().retry(), true, false);
        return new StatusQuestion(films, new ReadSubscriptionStatus(pool, Duration.ofSeconds(5)));
    }
}
