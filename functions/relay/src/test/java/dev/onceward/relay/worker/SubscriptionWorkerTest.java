package dev.onceward.relay.worker;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.relay.worker.LogFixture.drainDue;
import static dev.onceward.relay.worker.LogFixture.ordered;
import static dev.onceward.relay.worker.LogFixture.parked;
import static dev.onceward.relay.worker.LogFixture.state;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class SubscriptionWorkerTest {
    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @Test
    void each_event_is_delivered_once_and_no_event_is_left_parked() {
        var events = append(50);
        var worker = worker(books(), receiver);
        var _ = drain(worker);
        var _ = await(worker.end());
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(events);
        var _ = drain(worker(books(), receiver));
        assertThat(receiver.received()).hasSize(50);
        assertThat(parked()).isZero();
    }

    @Test
    void a_failed_event_blocks_later_events_of_its_key_and_no_other_key() {
        var first = append("k");
        var other = append("other");
        var second = append("k");
        var worker = worker(ordered(),
                receiver.answering(event -> event.id().equals(first) ? NO : TAKEN));
        var _ = await(worker.round());
        assertThat(receiver.received()).containsExactlyInAnyOrder(first, other);
        var third = append("k");
        var _ = await(worker.round());
        assertThat(List.of(state(first), state(second), state(third))).containsExactly("scheduled", "blocked",
                "blocked");
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker);
        assertThat(receiver.received().stream().filter(id -> !id.equals(first)))
                .containsExactly(other, second, third);
        assertThat(receiver.received()).endsWith(first, second, third);
        assertThat(parked()).isZero();
        var fourth = append("k");
        var _ = drain(worker);
        assertThat(receiver.received()).endsWith(fourth);
        assertThat(parked()).isZero();
    }

    @Test
    void a_dead_event_blocks_its_key_until_a_person_drops_it() {
        var first = append("k");
        var worker = worker(ordered(), receiver.answering(_ -> NO));
        drainDue(worker);
        assertThat(state(first)).isEqualTo("dead");
        var second = append("k");
        drainDue(worker);
        assertThat(state(second)).isEqualTo("blocked");
        sql().execute("DELETE FROM onceward.parked WHERE state = 'dead'");
        var _ = receiver.answering(_ -> TAKEN);
        var _ = await(worker.end());
        worker.begin();
        drainDue(worker);
        assertThat(receiver.received()).containsExactly(first, first, first, second);
    }

    /// Else the page would be read again for ever.
    @Test
    void an_attempt_fails_when_the_sink_throws() {
        var poison = append(null, "poison");
        var good = append("good");
        var worker = worker(books(), receiver.answering(event -> {
            if (event.id().equals(poison)) {
                throw new IllegalStateException("cannot be written");
            }
            return TAKEN;
        }));
        var _ = await(worker.round());
        assertThat(state(poison)).isEqualTo("scheduled");
        assertThat(state(good)).isEqualTo("no row");
        drainDue(worker);
        assertThat(state(poison)).isEqualTo("dead");
        assertThat(sql().query("SELECT error FROM onceward.parked")).contains("cannot be written");
    }

    @Test
    void blocked_events_are_delivered_when_the_subscription_is_no_longer_ordered() {
        var first = append("k");
        var second = append("k");
        var before = worker(ordered(), receiver.answering(_ -> NO));
        var _ = await(before.round());
        var _ = await(before.end());
        assertThat(state(second)).isEqualTo("blocked");
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker(books(), receiver));
        assertThat(receiver.received()).containsExactly(first, first, second);
        assertThat(parked()).isZero();
    }

    @Test
    void http_410_pauses_the_subscription_and_keeps_the_event() {
        var event = append("k");
        var worker = worker(ordered(), receiver.answering(_ -> new Gone("answered 410", null)));
        var _ = await(worker.round());
        assertThat(sql().query("SELECT paused_by || ': ' || pause_reason FROM onceward.subscription"))
                .isEqualTo("relay: answered 410");
        var _ = drain(worker);
        assertThat(receiver.received()).containsExactly(event);
        sql().execute("UPDATE onceward.subscription SET paused_at = NULL, paused_by = NULL");
        LogFixture.expireLeases();
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker(ordered(), receiver));
        assertThat(receiver.received()).containsExactly(event, event);
        assertThat(parked()).isZero();
    }

    @Test
    void a_subscription_whose_filter_matches_no_event_of_a_long_log_reads_past_them() {
        LogFixture.fill(50_000, "orders");
        var films = new Subscription("books", new EventFilter(List.of("films"), List.of(), Map.of()), books().target(),
                false, true, 16, books().timeout(), books().retry(), true, false);
        var worker = worker(films, receiver);
        var _ = drain(worker);
        var film = append(null, "films");
        var _ = drain(worker);
        assertThat(receiver.received()).containsExactly(film);
        var _ = await(worker.end());
        assertThat(sql().query("SELECT min(from_high) >= (SELECT max(seq) FROM onceward.event) FROM onceward.cursor"))
                .isEqualTo("true");
    }
}
