package dev.onceward.relay.worker;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.testing.RelayPatience;
import dev.onceward.relay.window.EventFilter;

import static dev.onceward.relay.worker.Bookshop.append;
import static dev.onceward.relay.worker.Bookshop.ask;
import static dev.onceward.relay.worker.Bookshop.await;
import static dev.onceward.relay.worker.Bookshop.books;
import static dev.onceward.relay.worker.Bookshop.drain;
import static dev.onceward.relay.worker.Bookshop.ordered;
import static dev.onceward.relay.worker.Bookshop.parked;
import static dev.onceward.relay.worker.Bookshop.state;
import static dev.onceward.relay.worker.Bookshop.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

class DrainSubscriptionTest {
    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @BeforeEach
    void empty() {
        var _ = new Bookshop();
    }

    @Test
    void a_run_of_a_paused_subscription_ends_at_once_and_does_not_say_that_nothing_is_left() {
        var _ = append(3);
        var paused = worker(books(), receiver);
        var _ = await(paused.enroll());
        var _ = await(Bookshop.stores().operations().pause("books", "ann", "why"));
        assertThat(await(new DrainSubscription(paused, Bookshop.stores().standings(),
                Bookshop.PATIENCE).run()))
                .isEqualTo(new DrainSubscription.Done("books", 0, 0, 0, false));
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void a_run_waits_for_shards_whose_relay_died_and_drains_them() {
        var died = worker(books(), new ScriptedReceiver());
        var _ = await(died.round());
        var events = append(20);
        var running = new DrainSubscription(worker(books(), receiver), Bookshop.stores().standings(),
                Bookshop.PATIENCE).run()
                .subscribeAsCompletionStage();
        RelayPatience.until(() -> ask("SELECT count(*) FROM onceward.relay_instance").equals("2"));
        assertThat(running).isNotDone();
        Bookshop.lapse();
        assertThat(running.join().emptied()).isTrue();
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(events);
    }

    @Test
    void a_run_ends_when_others_have_drained_their_shards() {
        var _ = append(20);
        var other = worker(books(), new ScriptedReceiver());
        var _ = drain(other);
        RelayPatience.until(() -> await(other.round()) != null && lag() == 0);
        assertThat(await(new DrainSubscription(worker(books(), receiver), Bookshop.stores().standings(),
                Bookshop.PATIENCE).run()))
                .isEqualTo(new DrainSubscription.Done("books", 0, 0, 0, true));
    }

    @Test
    void a_run_waits_for_attempts_that_take_longer_than_a_page() {
        var slow = append("k");
        var behind = append("k");
        var running = new DrainSubscription(worker(ordered(), receiver.holding()), Bookshop.stores().standings(),
                Bookshop.PATIENCE).run()
                .subscribeAsCompletionStage();
        RelayPatience.until(() -> state(slow).equals("in_flight"));
        receiver.answer(behind, TAKEN);
        receiver.answer(slow, TAKEN);
        var done = running.join();
        assertThat(done.delivered()).isEqualTo(2);
        assertThat(done.emptied()).isTrue();
        assertThat(receiver.received()).containsExactly(slow, behind);
        assertThat(parked()).isZero();
    }

    private static long lag() {
        return await(Bookshop.stores().standings().of("books", EventFilter.ALL)).orElseThrow().lagEvents();
    }
}
