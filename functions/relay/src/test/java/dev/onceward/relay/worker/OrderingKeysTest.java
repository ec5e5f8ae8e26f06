package dev.onceward.relay.worker;

import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.event.Shard;
import dev.onceward.relay.operate.ParkedFilter;
import dev.onceward.relay.progress.RelayMetrics;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.worker.LogFixture.FixtureWorkerConfig;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.books;
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
class OrderingKeysTest {
    private static final int CJK = 0x4e00;
    private static final int CJK_CHARACTERS = 20_000;

    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_stored_event_with_a_very_long_ordering_key_is_parked_and_delivered(boolean inOrder) {
        var key = longKey();
        var first = append("shop", key);
        var second = append("shop", key);
        var other = append("shop", "other");
        var worker = worker(subscription(inOrder), receiver.answering(_ -> NO));
        var _ = await(worker.round());
        assertThat(List.of(state(first), state(other))).containsOnly("scheduled");
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker);
        assertThat(receiver.received()).contains(first, second, other);
        assertThat(parked()).isZero();
    }

    @Test
    void a_stored_event_with_a_very_long_ordering_key_can_be_redriven_and_dropped() {
        var key = longKey();
        var redriven = append("shop", key);
        var dropped = append("shop", key);
        var worker = worker(ordered(), receiver.answering(_ -> new Refused("answered 400", null)));
        drainDue(worker);
        assertThat(List.of(state(redriven), state(dropped))).containsExactly("dead", "blocked");
        var _ = receiver.answering(_ -> TAKEN);
        var operations = LogFixture.stores().operations();
        assertThat(await(operations.drop("books", choice(dropped), new Actor("ann", "not wanted")))).isEqualTo(1);
        assertThat(await(operations.redrive("books", choice(redriven), 100, new Actor("ann", "")))).isEqualTo(1);
        drainDue(worker);
        assertThat(receiver.received()).endsWith(redriven).doesNotContain(dropped);
        assertThat(parked()).isZero();
    }

    @Test
    void a_refused_event_of_one_source_does_not_block_the_same_key_of_another_source() {
        var refused = append("shop", "7");
        var behind = append("shop", "7");
        var elsewhere = append("library", "7");
        var worker = worker(ordered(), receiver.answering(
                event -> event.id().equals(refused) ? new Refused("answered 400", null) : TAKEN));
        drainDue(worker);
        var later = append("library", "7");
        drainDue(worker);
        assertThat(receiver.received()).containsExactlyInAnyOrder(refused, elsewhere, later);
        assertThat(List.of(state(refused), state(behind))).containsExactly("dead", "blocked");
    }

    @Test
    void sources_that_share_an_ordering_group_share_the_order_of_their_events() {
        var refused = append("shop", "7");
        var behind = append("library", "7");
        sql().execute("UPDATE onceward.event SET ordering_group = 'customers'");
        var worker = worker(ordered(), receiver.answering(
                event -> event.id().equals(refused) ? new Refused("answered 400", null) : TAKEN));
        drainDue(worker);
        assertThat(receiver.received()).containsExactly(refused);
        assertThat(List.of(state(refused), state(behind))).containsExactly("dead", "blocked");
    }

    /// The sender chose what the receiver answers, and so what is recorded.
    @Test
    void a_subscription_goes_on_although_postgresql_refuses_the_record_of_an_attempt() {
        var refused = append("shop", "7");
        var other = append("shop", "8");
        sql().execute("ALTER TABLE onceward.attempt ADD CONSTRAINT refused CHECK (error <> 'answered 400') NOT VALID");
        try {
            var metrics = new SimpleMeterRegistry();
            var create = new CreateWorker(LogFixture.stores(), new FixtureWorkerConfig(), new RelayMetrics(metrics));
            var worker = create.of(ordered(), receiver.answering(
                    event -> event.id().equals(refused) ? new Refused("answered 400", null) : TAKEN));
            drainDue(worker);
            assertThat(receiver.received()).containsExactlyInAnyOrder(refused, other);
            assertThat(state(refused)).isEqualTo("dead");
            assertThat(metrics.get("onceward.relay.rows.refused").tags("done", "attempt-left-out").counter().count())
                    .isEqualTo(1);
        } finally {
            sql().execute("ALTER TABLE onceward.attempt DROP CONSTRAINT refused");
        }
    }

    private static Subscription subscription(boolean inOrder) {
        return inOrder ? ordered() : books();
    }

    private static ParkedFilter choice(UUID event) {
        return new ParkedFilter(event, null, null, null, null);
    }

    /// 2,700 bytes that do not compress.
    private static String longKey() {
        return new Random(1).ints(900, CJK, CJK + CJK_CHARACTERS).mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static UUID append(String source, @Nullable String key) {
        var id = UUID.randomUUID();
        sql().execute("""
                INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
                VALUES (%d, '%s', '%s', 'orders', '%s', '{}', 'body')
                """.formatted(Shard.of(key, id), id, source, key));
        return id;
    }
}
