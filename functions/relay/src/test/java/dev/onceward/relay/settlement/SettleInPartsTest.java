package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.cursor.TestRelay.StoredEvent;
import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.settlement.RefusedRow.Remedy;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// PostgreSQL refuses rows here because a test says so. Outside it may be anything that a sender or a receiver thought of.
@OnServers
class SettleInPartsTest {
    private static final WindowEdge EDGE = new WindowEdge(Snapshot.of("90:95:91,93"), 97, 1000, 1010);
    private static final String MOVED = "SELECT count(*) FROM onceward.cursor WHERE from_high = 1010";

    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        testRelay = TestRelay.holding();
        testRelay.places.replaceAll((_, _) -> ReadPosition.at(EDGE));
    }

    @AfterEach
    void acceptAllRows() {
        sql().execute("ALTER TABLE onceward.attempt DROP CONSTRAINT IF EXISTS refused");
        sql().execute("ALTER TABLE onceward.parked DROP CONSTRAINT IF EXISTS refused");
        sql().execute("DROP FUNCTION IF EXISTS onceward.meanwhile() CASCADE");
    }

    @Test
    void attempt_records_that_postgresql_refuses_are_left_out_and_all_other_rows_are_settled() {
        refuse("attempt", "error LIKE 'bad%'");
        var events = events(100);
        var attempts = IntStream.range(0, 100).mapToObj(i -> attempt(events.get(i), i % 40 == 3 ? "bad" : "no"))
                .toList();
        var settled = testRelay.settled(Map.of(), events.stream().map(StoredEvent::waiting).toList(), attempts);
        assertThat(settled.shards()).hasSize(16);
        assertThat(settled.refused()).extracting(RefusedRow::event)
                .containsExactly(events.get(3).id(), events.get(43).id(), events.get(83).id());
        assertThat(settled.refused()).extracting(RefusedRow::remedy).containsOnly(Remedy.ATTEMPT_LEFT_OUT);
        assertThat(settled.refused()).extracting(RefusedRow::why).containsOnly("23514");
        assertThat(
                sql().query(
                        "SELECT count(DISTINCT event_id) FROM onceward.attempt WHERE subscription = 'books' AND event_id IN "
                                + "(SELECT event_id FROM onceward.parked)"))
                .isEqualTo("97");
        assertThat(sql().count("parked")).isEqualTo(100);
        assertThat(sql().query(MOVED)).isEqualTo("16");
    }

    @Test
    void an_event_refused_with_its_texts_is_parked_without_them_and_keeps_its_place() {
        refuse("parked", "error LIKE 'bad%'");
        var line = events(20);
        var parking = new ArrayList<>(line.stream().map(StoredEvent::queued).toList());
        parking.set(7, line.get(7).parking(ParkedState.SCHEDULED, 3, Duration.ZERO, "bad"));
        var settled = testRelay.settled(Map.of(), parking, List.of());
        assertThat(settled.refused())
                .containsExactly(new RefusedRow(line.get(7).id(), Remedy.PARKED_WITHOUT_TEXTS, "23514"));
        assertThat(line.get(7).parked("concat_ws(' ', state, attempts, ordering, error)")).isEqualTo("scheduled 3");
        assertThat(line.get(7).parked("ordering_hash")).isEqualTo(TestRelay.hash("k").toString());
        assertThat(sql().query("SELECT array_agg(event_id ORDER BY n)::text FROM onceward.parked"))
                .isEqualTo(line.stream().map(one -> one.id().toString()).toList().toString()
                        .replace('[', '{').replace(']', '}').replace(" ", ""));
        assertThat(sql().query(MOVED)).isEqualTo("16");
    }

    @Test
    void an_event_that_postgresql_refuses_to_park_is_parked_as_dead_with_the_reason() {
        var events = events(10);
        refuse("parked", "event_id = '%s' AND state <> 'dead'".formatted(events.get(4).id()));
        var settled = testRelay.settled(Map.of(), events.stream().map(StoredEvent::waiting).toList(), List.of());
        assertThat(settled.refused()).extracting(RefusedRow::remedy).containsExactly(Remedy.PARKED_AS_DEAD);
        assertThat(events.get(4).parked("state || ': ' || error"))
                .isEqualTo("dead: PostgreSQL refused to park this event (SQLSTATE 23514), so it was parked as dead, "
                        + "without its error and the text of its ordering key");
        assertThat(sql().query("SELECT count(*) FROM onceward.parked WHERE state = 'scheduled'")).isEqualTo("9");
        assertThat(sql().query(MOVED)).isEqualTo("16");
    }

    @Test
    void an_event_that_cannot_even_be_parked_as_dead_stops_its_shard_and_no_other_shard() {
        var bad = event("a");
        var good = event("b");
        refuse("parked", "event_id = '%s'".formatted(bad.id()));
        var settled = testRelay.settled(Map.of(), List.of(bad.waiting(), good.waiting()), List.of());
        assertThat(settled.refused()).extracting(RefusedRow::remedy).containsExactly(Remedy.NOT_PARKED);
        assertThat(settled.shards()).hasSize(15).doesNotContain(bad.shard());
        assertThat(List.of(bad.state(), good.state())).containsExactly("no row", "scheduled");
        assertThat(sql().query(MOVED)).isEqualTo("15");
        assertThat(sql().query("SELECT from_high FROM onceward.cursor WHERE shard = " + bad.shard())).isEqualTo("0");
    }

    @Test
    void a_parked_event_stays_unchanged_when_postgresql_refuses_its_update() {
        var held = event("a");
        var _ = testRelay.settle(List.of(held.waiting()));
        refuse("parked", "attempts <> 1");
        var settled = testRelay.settled(Map.of(), List.of(held.again("again")), List.of());
        assertThat(settled.shards()).hasSize(16);
        assertThat(settled.refused()).extracting(RefusedRow::remedy).containsExactly(Remedy.NOT_PARKED);
        assertThat(held.parked("state || ' ' || attempts")).isEqualTo("scheduled 1");
    }

    @Test
    void a_connection_lost_between_two_parts_of_a_settlement_leaves_the_cursors_unchanged() {
        refuse("parked", "error LIKE 'bad%'");
        var first = event("k");
        var bad = event("k");
        var last = event("k");
        meanwhile(last.id(), "PERFORM pg_terminate_backend(pg_backend_pid())");
        var parking = List.of(first.waiting(), bad.parking(ParkedState.BLOCKED, 0, Duration.ZERO, "bad"),
                event("k").queued(),
                last.queued());
        assertThatThrownBy(() -> testRelay.settle(parking)).isNotNull();
        assertThat(List.of(first.state(), bad.state(), last.state())).containsExactly("scheduled", "blocked", "no row");
        assertThat(sql().query(MOVED)).isEqualTo("0");
        sql().execute("DROP FUNCTION onceward.meanwhile() CASCADE");
        TestRelay.expireLeases();
        var next = TestRelay.holding();
        next.places.replaceAll((_, _) -> ReadPosition.at(EDGE));
        assertThat(next.settle(parking)).hasSize(16);
        assertThat(sql().count("parked")).isEqualTo(4);
        assertThat(sql().query(MOVED)).isEqualTo("16");
    }

    @Test
    void a_shard_whose_lease_is_lost_between_two_parts_of_a_settlement_gets_no_more_rows() {
        refuse("parked", "error LIKE 'bad%'");
        var lost = event("a");
        var bad = event("b");
        var behind = event("a");
        meanwhile(lost.id(), "UPDATE onceward.cursor SET generation = generation + 1 WHERE shard = " + lost.shard());
        var settled = testRelay.settled(Map.of(), List.of(lost.waiting(),
                bad.parking(ParkedState.SCHEDULED, 1, Duration.ZERO, "bad"), behind.queued()), List.of());
        assertThat(settled.shards()).hasSize(15).doesNotContain(lost.shard());
        assertThat(List.of(lost.state(), bad.state(), behind.state())).containsExactly("scheduled", "scheduled",
                "no row");
        assertThat(sql().query(MOVED)).isEqualTo("15");
    }

    @Test
    void a_delivered_event_is_no_longer_parked_although_another_row_is_refused() {
        var delivered = event("a");
        var bad = event("b");
        var _ = testRelay.settle(List.of(delivered.waiting()));
        refuse("attempt", "error LIKE 'bad%'");
        var settled = testRelay.settled(ParkedEventsTest.delivered(delivered), List.of(bad.waiting()),
                List.of(attempt(bad, "bad")));
        assertThat(settled.shards()).hasSize(16);
        assertThat(List.of(delivered.state(), bad.state())).containsExactly("no row", "scheduled");
    }

    private static void refuse(String table, String condition) {
        sql().execute("ALTER TABLE onceward.%s ADD CONSTRAINT refused CHECK ((%s) IS NOT TRUE) NOT VALID"
                .formatted(table, condition));
    }

    /// What happens when an event is parked.
    private static void meanwhile(UUID event, String statement) {
        sql().execute(
                "CREATE FUNCTION onceward.meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN %s; RETURN NEW; END$$"
                        .formatted(statement));
        sql().execute(
                "CREATE TRIGGER meanwhile BEFORE INSERT ON onceward.parked FOR EACH ROW WHEN (NEW.event_id = '%s') "
                        .formatted(event) + "EXECUTE FUNCTION onceward.meanwhile()");
    }

    private static List<StoredEvent> events(int many) {
        return IntStream.range(0, many).mapToObj(_ -> event("k")).toList();
    }

    private static AttemptRecord attempt(StoredEvent event, String error) {
        return new AttemptRecord(event.id(), event.shard(), 1, "failed", Duration.ZERO, null, error, null);
    }
}
