package dev.onceward.relay.status;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.view.ReadSubscriptionStatus;
import dev.onceward.relay.worker.LogFailures;
import dev.onceward.relay.worker.LogFixture;
import dev.onceward.relay.worker.ScriptedReceiver;
import dev.onceward.testing.LogOutput;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.UnreachableDatabase;

import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

@OnServers
class StatusAnswerTest {

    @Test
    void a_subscription_whose_status_cannot_be_computed_does_not_hide_the_status_of_another() {
        var _ = await(worker(books(), new ScriptedReceiver()).enroll());
        var well = new StatusQuestion(books(), LogFixture.stores().statuses());
        var looks = await(StatusAnswer.at(List.of(lost(), well)));
        assertThat(looks).extracting(StatusAnswer::isUnknown).containsExactly(true, false);
        assertThat(looks).extracting(StatusAnswer::subscription).containsExactly("films", "books");
    }

    @Test
    void a_subscription_whose_status_cannot_be_computed_is_named_once_in_the_log_output() {
        var looking = StatusAnswer.at(List.of(lost()));
        try (var logged = LogOutput.of(LogFailures.class)) {
            var _ = await(looking);
            var _ = await(looking);
            assertThat(logged.lines()).hasSize(1).first(STRING)
                    .startsWith(
                            "WARN the relay cannot compute the status of the subscription, so its metrics are missing: "
                                    + "subscription=films cause=");
        }
    }

    @Test
    void without_subscriptions_the_status_is_empty() {
        assertThat(await(StatusAnswer.at(List.of()))).isEmpty();
    }

    private static StatusQuestion lost() {
        var pool = UnreachableDatabase.pool(Servers.vertx());
        var films = new Subscription("films", books().wanted(), books().target(), true, true, 16, books().timeout(),
                books().retry(), true, false);
        return new StatusQuestion(films, new ReadSubscriptionStatus(pool, Duration.ofSeconds(5)));
    }
}
