package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.relay.worker.ScriptedReceiver;
import dev.onceward.testing.servers.Servers;

import static org.assertj.core.api.Assertions.assertThat;

/// What is under way when its page is over.
class UnfinishedAttemptsTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final EventToDeliver ITEM = SampleDeliveries.item("k");

    private final UnfinishedAttempts unfinishedAttempts = new UnfinishedAttempts();
    private final HeldShards heldShards = new HeldShards();
    private final StillUnderWay one = underWay();
    private final StillUnderWay other = underWay();

    @BeforeEach
    void hold() {
        hold(1);
    }

    @Test
    void the_end_of_an_attempt_is_waited_for() {
        add(one);
        add(other);
        var untilOneEnds = unfinishedAttempts.untilOneEnds(LONG).subscribeAsCompletionStage();
        var all = unfinishedAttempts.untilAllEnd(LONG).subscribeAsCompletionStage();
        assertThat(untilOneEnds).isNotDone();
        end(one);
        assertThat(untilOneEnds).isCompleted();
        assertThat(all).isNotDone();
        end(other);
        assertThat(all).isCompleted();
        assertThat(unfinishedAttempts.many()).isZero();
    }

    @Test
    void without_unfinished_attempts_waiting_ends_at_once() {
        assertThat(unfinishedAttempts.untilOneEnds(LONG).subscribeAsCompletionStage()).isCompleted();
        assertThat(unfinishedAttempts.untilAllEnd(LONG).subscribeAsCompletionStage()).isCompleted();
        assertThat(unfinishedAttempts.hasAny()).isFalse();
    }

    @Test
    void an_attempt_that_ended_before_it_was_added_takes_no_place_and_can_be_settled() {
        end(one);
        add(one);
        assertThat(unfinishedAttempts.many()).isZero();
        assertThat(unfinishedAttempts.takeEnded(heldShards)).hasSize(1);
    }

    @Test
    void an_attempt_takes_a_place_and_the_bytes_of_its_event_until_it_ends() {
        var large = new StillUnderWay(EventToDeliver.ofLog((short) 5, SampleDeliveries.event("k", new byte[7])),
                new CompletableFuture<>());
        add(large);
        assertThat(unfinishedAttempts.many()).isEqualTo(1);
        assertThat(unfinishedAttempts.bytes()).isEqualTo(7);
        end(large);
        assertThat(unfinishedAttempts.many()).isZero();
        assertThat(unfinishedAttempts.bytes()).isZero();
    }

    @Test
    void what_ended_is_there_to_be_settled_once_and_is_parked_by_now() {
        add(one);
        end(one);
        assertThat(unfinishedAttempts.hasAny()).isTrue();
        assertThat(unfinishedAttempts.takeEnded(heldShards)).extracting(Tried::item)
                .containsExactly(EventToDeliver.ofParked(ITEM.shard(), ITEM.event(), ITEM.attempts()));
        assertThat(unfinishedAttempts.takeEnded(heldShards)).isEmpty();
        assertThat(unfinishedAttempts.hasAny()).isFalse();
    }

    @Test
    void what_began_under_a_lease_that_was_lost_is_not_settled_also_if_the_shard_came_back() {
        add(one);
        hold(2);
        end(one);
        assertThat(unfinishedAttempts.takeEnded(heldShards)).isEmpty();
        assertThat(unfinishedAttempts.hasEnded()).isFalse();
    }

    @Test
    void what_ended_and_is_forgotten_is_not_settled() {
        add(one);
        end(one);
        unfinishedAttempts.forgetEnded();
        assertThat(unfinishedAttempts.hasAny()).isFalse();
        assertThat(unfinishedAttempts.takeEnded(heldShards)).isEmpty();
    }

    @Test
    void waiting_for_an_unfinished_attempt_ends_after_the_given_time() {
        add(one);
        Servers.await(unfinishedAttempts.untilOneEnds(Duration.ofMillis(5)));
        Servers.await(unfinishedAttempts.untilAllEnd(Duration.ofMillis(5)));
        assertThat(unfinishedAttempts.many()).isEqualTo(1);
    }

    private void hold(long generation) {
        var lease = new ShardLease(ITEM.shard(), generation, "server");
        var _ = heldShards
                .update(new HeldLeases(List.of(), Map.of(lease, ReadPosition.at(WindowEdge.EARLIEST)), 16, false,
                        false));
    }

    private void add(StillUnderWay attempt) {
        unfinishedAttempts.add(attempt, heldShards.leases());
    }

    private static void end(StillUnderWay attempt) {
        var _ = attempt.end().complete(new Tried(attempt.item(), ScriptedReceiver.TAKEN, Duration.ZERO));
    }

    private static StillUnderWay underWay() {
        return new StillUnderWay(ITEM, new CompletableFuture<>());
    }
}
