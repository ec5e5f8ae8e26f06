package dev.onceward.runtime.upkeep;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class PurgeInboxTest {
    static final String MARKS = """
            INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
            SELECT 'ledger', '%s' || n, gen_random_uuid(), %s
              FROM generate_series(1, %d) AS n""";

    final Upkeep upkeep = UpkeepTest.upkeep(Servers.pool());

    @Test
    void expired_marks_are_purged_in_rounds_and_all_other_marks_are_kept() {
        marks("old", "now() - n * interval '1 millisecond'", 25_000);
        marks("kept", "now() + interval '1 minute'", 10);
        marks("forever", "'infinity'", 10);
        assertThat(await(upkeep.run()).marksPurged()).isEqualTo(25_000);
        assertThat(sql().query("SELECT string_agg(DISTINCT rtrim(message_id, '0123456789'), ' ') FROM onceward.inbox"))
                .isEqualTo("forever kept");
        assertThat(sql().count("inbox")).isEqualTo(20);
    }

    @Test
    void a_purge_deletes_the_marks_that_expired_first_and_no_more_than_it_is_told() {
        marks("old", "now() - n * interval '1 minute'", 5);
        assertThat(sql().number("SELECT onceward.purge_expired('inbox', 3)")).isEqualTo(3);
        assertThat(sql().texts("SELECT message_id FROM onceward.inbox ORDER BY 1")).containsExactly("old1", "old2");
    }

    @Test
    void a_purge_skips_an_expired_mark_that_another_transaction_locks() throws Exception {
        marks("old", "now()", 3);
        try (var holder = sql().connect()) {
            holder.setAutoCommit(false);
            Sql.execute(holder, "SELECT FROM onceward.inbox WHERE message_id = 'old2' FOR UPDATE");
            assertThat(await(upkeep.run()).marksPurged()).isEqualTo(2);
        }
    }

    @Test
    void a_purge_without_expired_marks_reads_few_blocks_of_a_table_that_grew() {
        marks("kept", "now() + interval '1 day'", 5);
        sql().execute("VACUUM ANALYZE onceward.inbox");
        var growth = MARKS.formatted("more", "now() + interval '1 day'", 50_000) + ";"
                + MARKS.formatted("forever", "'infinity'", 50_000);
        assertThat(QueryPlan.blocksAfterGrowth(growth, Upkeep.PURGE, "'inbox'", "10000")).isLessThan(20);
    }

    static void marks(String prefix, String expiry, int count) {
        sql().execute(MARKS.formatted(prefix, expiry, count));
    }
}
