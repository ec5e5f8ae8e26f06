package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.cursor.TestRelay.StoredEvent;
import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class SettlementTest {
    private static final WindowEdge EDGE = new WindowEdge(Snapshot.of("90:95:91,93"), 97, 1000, 1010);
    private static final WindowEdge LATER = new WindowEdge(Snapshot.of("99:99:"), 99, 1100, 1110);
    private static final String LAST_ATTEMPT = "SELECT to_jsonb(a) - 'at' - 'event_id' FROM onceward.attempt a "
            + "WHERE event_id = '%s'";

    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        testRelay = TestRelay.holding();
    }

    @Test
    void the_next_owner_of_a_shard_gets_both_edges_and_the_position_of_an_open_window() {
        var place = new ReadPosition(EDGE, LATER, 1042);
        testRelay.places.replaceAll((_, _) -> place);
        assertThat(testRelay.settle(List.of())).hasSize(16);
        TestRelay.expireLeases();
        assertThat(TestRelay.holding().places.values()).containsOnly(place);
    }

    @Test
    void the_next_owner_of_a_shard_gets_only_the_edge_of_a_closed_window() {
        testRelay.places.replaceAll((_, _) -> new ReadPosition(EDGE, LATER, 1042));
        var _ = testRelay.settle(List.of());
        testRelay.places.replaceAll((_, _) -> ReadPosition.at(LATER));
        var _ = testRelay.settle(List.of());
        TestRelay.expireLeases();
        assertThat(TestRelay.holding().places.values()).containsOnly(ReadPosition.at(LATER));
    }

    @Test
    void a_settlement_leaves_out_the_rows_of_a_lost_shard_and_settles_all_other_shards() {
        var kept = event("a");
        var lost = event("b");
        var _ = testRelay.settle(List.of(kept.waiting(), lost.waiting()));
        sql().execute("UPDATE onceward.cursor SET generation = generation + 1 WHERE shard = " + lost.shard());
        var fresh = event("b");
        testRelay.places.replaceAll((_, _) -> ReadPosition.at(EDGE));
        var settled = testRelay.settle(ParkedEventsTest.delivered(kept, lost), List.of(fresh.waiting()),
                List.of(attempt(fresh, "no"), attempt(kept, "no")));
        var others = new HashSet<>(testRelay.shards());
        others.remove(lost.shard());
        assertThat(settled).isEqualTo(others);
        assertThat(List.of(kept.state(), lost.state(), fresh.state())).containsExactly("no row", "scheduled", "no row");
        assertThat(sql().query(LAST_ATTEMPT.formatted(fresh.id()))).isEqualTo("no row");
        assertThat(sql().query(LAST_ATTEMPT.formatted(kept.id()))).isNotEqualTo("no row");
        assertThat(sql().query("SELECT from_high FROM onceward.cursor WHERE shard = " + lost.shard())).isEqualTo("0");
        assertThat(sql().query("SELECT count(*) FROM onceward.cursor WHERE from_high = 1010")).isEqualTo("15");
    }

    @Test
    void a_delivered_event_is_no_longer_parked() {
        var delivered = event("a");
        var other = event("a");
        var _ = testRelay.settle(List.of(delivered.waiting(), other.queued()));
        var _ = testRelay.settle(ParkedEventsTest.delivered(delivered), List.of(), List.of());
        assertThat(List.of(delivered.state(), other.state())).containsExactly("no row", "blocked");
    }

    @Test
    void an_event_parked_by_another_subscription_stays_parked() {
        var event = event("a");
        var _ = testRelay.settle(List.of(event.waiting()));
        sql().execute("INSERT INTO onceward.subscription (name) VALUES ('films')");
        sql().execute("UPDATE onceward.parked SET subscription = 'films'");
        var _ = testRelay.settle(ParkedEventsTest.delivered(event), List.of(), List.of());
        assertThat(sql().count("parked")).isEqualTo(1);
    }

    @Test
    void an_attempt_is_recorded_with_all_its_fields() {
        var event = event("a");
        var _ = testRelay.settle(Map.of(), List.of(), List.of(new AttemptRecord(event.id(), event.shard(), 3, "failed",
                Duration.ofMillis(1234), 503, "answered 503", "come back later")));
        assertThat(sql().query(LAST_ATTEMPT.formatted(event.id()))).isEqualTo("{\"error\": \"answered 503\", "
                + "\"answer\": \"come back later\", \"status\": 503, \"attempt\": 3, "
                + "\"outcome\": \"failed\", \"duration_ms\": 1234, \"subscription\": \"books\"}");
    }

    /// PostgreSQL's text takes no NUL, and a page that cannot be settled would be delivered again and again.
    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\0", "half \ud83d of a pair", "\udc00", "'; DROP TABLE onceward.parked; --"})
    void any_answer_text_of_a_receiver_can_be_settled(String hostile) {
        var event = event("a");
        assertThat(testRelay.settle(Map.of(), List.of(event.parking(ParkedState.SCHEDULED, 1, Duration.ZERO, hostile)),
                List.of(new AttemptRecord(event.id(), event.shard(), 1, "failed", Duration.ZERO, 500, hostile,
                        hostile))))
                .hasSize(16);
        assertThat(event.state()).isEqualTo("scheduled");
    }

    @Test
    void the_error_of_a_parked_event_is_cut_to_8192_characters() {
        var event = event("a");
        var _ = testRelay
                .settle(List.of(event.parking(ParkedState.SCHEDULED, 1, Duration.ZERO, "x".repeat(1_000_000))));
        assertThat(event.parked("length(error)")).isEqualTo("8192");
    }

    @Test
    void an_extremely_long_delay_and_attempt_duration_can_be_settled() {
        var event = event("a");
        assertThat(testRelay.settle(Map.of(),
                List.of(event.parking(ParkedState.SCHEDULED, 1, Duration.ofDays(4_000_000), "no")),
                List.of(new AttemptRecord(event.id(), event.shard(), 1, "failed", Duration.ofDays(40_000), 500, null,
                        null))))
                .hasSize(16);
    }

    @Test
    void a_settlement_that_parks_an_event_twice_stores_the_last_state() {
        var event = event("a");
        assertThat(testRelay.settle(List.of(event.waiting(), event.dead()))).hasSize(16);
        assertThat(event.state()).isEqualTo("dead");
    }

    @Test
    void an_event_parked_as_in_flight_and_then_as_failed_in_one_settlement_is_scheduled() {
        var event = event("a");
        var _ = testRelay
                .settle(List.of(event.parking(ParkedState.IN_FLIGHT, 1, Duration.ZERO, null), event.again("no")));
        assertThat(event.state()).isEqualTo("scheduled");
    }

    @Test
    void the_next_owner_begins_at_the_last_committed_settlement_and_the_former_owner_cannot_settle() {
        var event = event("a");
        testRelay.places.replaceAll((_, _) -> ReadPosition.at(EDGE));
        var _ = testRelay.settle(List.of(event.waiting()));
        TestRelay.expireLeases();
        var next = TestRelay.holding();
        assertThat(next.places.values()).containsOnly(ReadPosition.at(EDGE));
        assertThat(testRelay.settle(Map.of(event.id(), event.shard()), List.of(), List.of())).isEqualTo(Set.of());
        assertThat(event.state()).isEqualTo("scheduled");
    }

    @Test
    void a_page_of_ten_thousand_events_is_parked_in_one_settlement() {
        sql().execute("""
                INSERT INTO onceward.event (shard, id, source, topic, headers, body)
                SELECT 0, gen_random_uuid(), 'shop', 'orders', '{}', 'body' FROM generate_series(1, 10000)
                """);
        var one = event(null);
        var many = IntStream.range(0, 10_000)
                .mapToObj(
                        _ -> new ParkEvent(UUID.randomUUID(), one.at(), (short) 0, null, null, ParkedState.SCHEDULED, 1,
                                Duration.ZERO, "no", true))
                .toList();
        assertThat(testRelay.settle(many)).hasSize(16);
        assertThat(sql().count("parked")).isEqualTo(10_000);
    }

    private static AttemptRecord attempt(StoredEvent event, String error) {
        return new AttemptRecord(event.id(), event.shard(), 1, "failed", Duration.ZERO, null, error, null);
    }
}
