package dev.onceward.relay.worker;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.window.EventFilter;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.relay.worker.LogFixture.ordered;
import static dev.onceward.relay.worker.LogFixture.parked;
import static dev.onceward.relay.worker.LogFixture.state;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class DrainSubscriptionTest {
    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @Test
    void a_run_of_a_paused_subscription_ends_at_once_and_is_not_reported_as_emptied() {
        var _ = append(3);
        var paused = worker(books(), receiver);
        var _ = await(paused.enroll());
        var _ = await(LogFixture.stores().operations().pause("books", new Actor("ann", "why")));
        assertThat(await(new DrainSubscription(paused, LogFixture.stores().statuses(),
                Duration.ofSeconds(30)).run()))
                .isEqualTo(new DrainSubscription.Done("books", 0, 0, 0, false));
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void a_run_waits_for_shards_whose_relay_died_and_drains_them() {
        var died = worker(books(), new ScriptedReceiver());
        var _ = await(died.round());
        var events = append(20);
        var running = new DrainSubscription(worker(books(), receiver), LogFixture.stores().statuses(),
                Duration.ofSeconds(30)).run()
                .subscribeAsCompletionStage();
        Eventually.holds(() -> sql().query("SELECT count(*) FROM onceward.relay_instance").equals("2"));
        assertThat(running).isNotDone();
        LogFixture.expireLeases();
        assertThat(running.join().emptied()).isTrue();
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(events);
    }

    @Test
    void a_run_ends_when_another_relay_has_drained_the_shards_it_holds() {
        var _ = append(20);
        var other = worker(books(), new ScriptedReceiver());
        var _ = drain(other);
        Eventually.holds(() -> await(other.round()) != null && lag() == 0);
        assertThat(await(new DrainSubscription(worker(books(), receiver), LogFixture.stores().statuses(),
                Duration.ofSeconds(30)).run()))
                .isEqualTo(new DrainSubscription.Done("books", 0, 0, 0, true));
    }

    @Test
    void a_run_waits_for_attempts_that_take_longer_than_a_page() {
        var slow = append("k");
        var behind = append("k");
        var running = new DrainSubscription(worker(ordered(), receiver.holding()), LogFixture.stores().statuses(),
                Duration.ofSeconds(30)).run()
                .subscribeAsCompletionStage();
        Eventually.holds(() -> state(slow).equals("in_flight"));
        receiver.answer(behind, TAKEN);
        receiver.answer(slow, TAKEN);
        var done = running.join();
        assertThat(done.delivered()).isEqualTo(2);
        assertThat(done.emptied()).isTrue();
        assertThat(receiver.received()).containsExactly(slow, behind);
        assertThat(parked()).isZero();
    }

    private static long lag() {
        return await(LogFixture.stores().statuses().of("books", EventFilter.ALL)).orElseThrow().lagEvents();
    }
}
