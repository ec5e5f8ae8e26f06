package dev.onceward.relay.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.relay.worker.LogFixture.ordered;
import static dev.onceward.relay.worker.LogFixture.state;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// So many ordering keys have parked events that no relay knows all of them.
@OnServers
class ManyBlockedKeysTest {
    private static final int MANY = 60_000;

    private final Set<UUID> refused = ConcurrentHashMap.newKeySet();
    private final ScriptedReceiver receiver = new ScriptedReceiver().answering(
            event -> refused.contains(event.id()) ? new Refused("answered 400", null) : TAKEN);

    @Test
    void with_many_blocked_keys_no_event_overtakes_another_event_of_its_key_and_each_freed_key_is_delivered() {
        var keys = IntStream.range(0, 30).mapToObj(n -> "late-" + n).toList();
        refused.addAll(each(keys));
        var before = worker(ordered(), receiver);
        var _ = drain(before);
        var second = each(keys);
        var _ = drain(before);
        var _ = await(before.end());
        park();
        var worker = worker(ordered(), receiver);
        var _ = await(worker.round());
        var third = each(keys);
        var other = append("other");
        var _ = drain(worker);
        assertThat(receiver.received()).contains(other).doesNotContainAnyElementsOf(second)
                .doesNotContainAnyElementsOf(third);
        assertThat(third).allMatch(event -> state(event).equals("blocked"));
        sql().execute("DELETE FROM onceward.parked WHERE state = 'dead' AND ordering LIKE 'late-%'");
        for (var last : third) {
            Eventually.holds(() -> await(worker.round()) != null && receiver.received().contains(last));
        }
        for (var i = 0; i < keys.size(); i++) {
            assertThat(receiver.received()).containsSubsequence(second.get(i), third.get(i));
        }
        assertThat(receiver.received()).doesNotHaveDuplicates();
    }

    private static List<UUID> each(List<String> keys) {
        var events = new ArrayList<UUID>();
        keys.forEach(key -> events.add(append(key)));
        return events;
    }

    private static void park() {
        sql().execute(
                """
                        INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, ordering_hash, state, next_at)
                        SELECT 'books', n %% 16, gen_random_uuid(), now(), 'k' || n, onceward.ordering_hash('shop', 'k' || n),
                               'dead', now()
                          FROM generate_series(1, %d) AS n
                        """
                        .formatted(MANY));
    }
}
