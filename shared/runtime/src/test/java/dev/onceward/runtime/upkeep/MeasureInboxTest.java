package dev.onceward.runtime.upkeep;

import java.util.Map;
import java.util.TreeMap;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class MeasureInboxTest {
    static final String MARKS = """
            INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
            SELECT '%s', 'm' || n, gen_random_uuid(), 'infinity'
              FROM generate_series(1, %d) AS n""";

    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final MeasureInbox measureInbox = new MeasureInbox(Servers.pool(), registry);

    @Test
    void few_marks_are_counted_by_consumer() {
        marks("mail", 3);
        marks("ledger", 9_999);
        await(measureInbox.now());
        assertThat(shown()).isEqualTo(Map.of("ledger", 9_999.0, "mail", 3.0));
    }

    @Test
    void many_marks_are_estimated_by_the_statistics_of_their_consumer() {
        marks("archive", 150_000);
        marks("ledger", 50_000);
        marks("mail", 3);
        sql().execute("VACUUM ANALYZE onceward.inbox");
        await(measureInbox.now());
        assertThat(shown().get("archive")).isBetween(140_000.0, 160_000.0);
        assertThat(shown().get("ledger")).isBetween(40_000.0, 60_000.0);
        assertThat(shown()).containsEntry("mail", 3.0);
    }

    @Test
    void many_marks_that_were_never_analyzed_are_at_least_the_counted_ones() {
        marks("archive", 20_000);
        await(measureInbox.now());
        assertThat(shown().get("archive")).isGreaterThanOrEqualTo(10_000);
    }

    @Test
    void a_consumer_without_marks_is_not_shown_any_more() {
        marks("ledger", 1);
        await(measureInbox.now());
        sql().execute("TRUNCATE onceward.inbox");
        await(measureInbox.now());
        assertThat(shown()).isEmpty();
    }

    @Test
    void no_number_is_shown_while_postgres_does_not_answer() {
        marks("ledger", 1);
        await(measureInbox.now());
        sql().execute("ALTER TABLE onceward.inbox RENAME TO moved");
        try {
            assertThatThrownBy(() -> await(measureInbox.now())).isNotNull();
        } finally {
            sql().execute("ALTER TABLE onceward.moved RENAME TO inbox");
        }
        assertThat(shown()).isEmpty();
    }

    @Test
    void the_first_hundred_consumers_are_measured() {
        sql().execute("""
                INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
                SELECT 'c' || n, 'm', gen_random_uuid(), 'infinity'
                  FROM generate_series(1000, 1149) AS n""");
        await(measureInbox.now());
        assertThat(shown()).hasSize(100).containsKey("c1099").doesNotContainKey("c1100");
    }

    @Test
    void upkeep_measures_once_a_minute() {
        marks("ledger", 1);
        var upkeep = new Upkeep(Servers.pool(), measureInbox);
        var _ = await(upkeep.run());
        marks("mail", 1);
        var _ = await(upkeep.run());
        assertThat(shown()).isEqualTo(Map.of("ledger", 1.0));
    }

    /// Each of the 300,000 marks is a block more if all are counted.
    @Test
    void measuring_a_table_that_grew_reads_a_bounded_number_of_blocks() {
        marks("ledger", 5);
        sql().execute("VACUUM ANALYZE onceward.inbox");
        assertThat(QueryPlan.blocksAfterGrowth(MARKS.formatted("archive", 300_000), MeasureInbox.SIZES, "10000", "100"))
                .isLessThan(30_000);
    }

    private static void marks(String consumer, int count) {
        sql().execute(MARKS.formatted(consumer, count));
    }

    private Map<String, Double> shown() {
        var shown = new TreeMap<String, Double>();
        registry.find("onceward.inbox.marks").gauges()
                .forEach(gauge -> shown.put(gauge.getId().getTag("consumer"), gauge.value()));
        return shown;
    }
}
