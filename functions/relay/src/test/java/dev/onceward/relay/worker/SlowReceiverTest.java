package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.worker.LogFixture.FixtureWorkerConfig;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.relay.worker.LogFixture.drainDue;
import static dev.onceward.relay.worker.LogFixture.makeDue;
import static dev.onceward.relay.worker.LogFixture.ordered;
import static dev.onceward.relay.worker.LogFixture.parked;
import static dev.onceward.relay.worker.LogFixture.state;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// Receivers that take longer than a page, are down or refuse everything.
@OnServers
class SlowReceiverTest {
    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @Test
    void no_more_attempts_are_under_way_than_the_subscription_allows_over_several_pages() {
        var _ = append(40);
        var worker = worker(books(), receiver.holding());
        for (var round = 0; round < 4; round++) {
            var _ = await(worker.round());
        }
        assertThat(receiver.mostAtATime()).isEqualTo(16);
    }

    /// A backlog that was parked would be a row to insert, update and delete for each event.
    @Test
    void the_backlog_of_a_slow_receiver_stays_in_the_log_and_is_not_parked() {
        LogFixture.fill(3000, "orders");
        var worker = worker(books(), receiver.holding());
        for (var round = 0; round < 10; round++) {
            var _ = await(worker.round());
            receiver.answerAll(TAKEN);
        }
        assertThat(parked()).isLessThan(200);
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker);
        assertThat(receiver.received()).doesNotHaveDuplicates().hasSize(3000);
    }

    @Test
    void an_event_whose_attempt_takes_longer_than_its_page_is_parked_in_flight_and_settled_when_it_ends() {
        var slow = append("k");
        var behind = append("k");
        var worker = worker(ordered(), receiver.holding());
        var _ = await(worker.round());
        assertThat(List.of(state(slow), state(behind))).containsExactly("in_flight", "blocked");
        receiver.answer(slow, TAKEN);
        receiver.answer(behind, TAKEN);
        var _ = drain(worker);
        assertThat(receiver.received()).containsExactly(slow, behind);
        assertThat(parked()).isZero();
    }

    @Test
    void a_receiver_that_is_down_is_probed_with_one_event_at_a_time() {
        var _ = append(100);
        var worker = worker(books(), receiver.answering(_ -> NO),
                new FixtureWorkerConfig(Duration.ofMinutes(5),
                        Duration.ofMillis(150), 500, 5));
        var _ = await(worker.round());
        var before = receiver.received().size();
        Eventually.holds(() -> await(worker.round()) != null && receiver.received().size() > before);
        assertThat(receiver.received()).hasSize(before + 1);
        var _ = receiver.answering(_ -> TAKEN);
        Eventually.holds(() -> {
            makeDue();
            return await(worker.round()) != null && parked() == 0;
        });
        assertThat(receiver.received()).hasSizeGreaterThan(100);
    }

    /// A token that is not valid any more: what was under way is dead until a person redrives it, and nothing else.
    @Test
    void a_receiver_that_refuses_every_event_is_not_sent_the_whole_backlog() {
        var _ = append(100);
        var worker = worker(books(), receiver.answering(_ -> new Refused("answered 401", null)),
                new FixtureWorkerConfig(Duration.ofMinutes(5), Duration.ofMillis(150), 500, 5));
        var _ = await(worker.round());
        assertThat(receiver.received()).hasSizeBetween(5, 5 + books().concurrency());
        var refused = receiver.received().size();
        assertThat(sql().query("SELECT count(*) FROM onceward.parked WHERE state = 'dead'")).isEqualTo("" + refused);
        var _ = receiver.answering(_ -> TAKEN);
        Eventually.holds(() -> {
            makeDue();
            return await(worker.round()) != null && parked() == refused;
        });
        assertThat(receiver.received()).hasSize(100).doesNotHaveDuplicates();
    }
}
