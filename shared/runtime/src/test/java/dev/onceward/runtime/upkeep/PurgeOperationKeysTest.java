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
class PurgeOperationKeysTest {
    static final String KEYS = """
            INSERT INTO onceward.operation_key (operation, caller, key, fingerprint, state, expires_at)
            SELECT 'payment', '', '%s' || n, sha256('x'), 'completed', %s
              FROM generate_series(1, %d) AS n""";
    static final String RUNNING = """
            INSERT INTO onceward.operation_key (operation, caller, key, fingerprint, started_at, lease_until)
            VALUES ('payment', '', 'running', sha256('x'), now() - interval '1 year', now() - interval '1 year')""";

    final Upkeep upkeep = UpkeepTest.upkeep(Servers.pool());

    @Test
    void expired_keys_of_operations_are_purged_in_rounds_and_all_other_keys_are_kept() {
        keys("old", "now() - n * interval '1 millisecond'", 25_000);
        keys("kept", "now() + interval '1 minute'", 10);
        sql().execute(RUNNING);
        assertThat(await(upkeep.run()).operationKeysPurged()).isEqualTo(25_000);
        assertThat(sql().query("SELECT string_agg(DISTINCT rtrim(key, '0123456789'), ' ') FROM onceward.operation_key"))
                .isEqualTo("kept running");
    }

    @Test
    void a_purge_skips_an_expired_key_that_another_transaction_locks() throws Exception {
        keys("old", "now()", 3);
        try (var holder = sql().connect()) {
            holder.setAutoCommit(false);
            Sql.execute(holder, "SELECT FROM onceward.operation_key WHERE key = 'old2' FOR UPDATE");
            assertThat(await(upkeep.run()).operationKeysPurged()).isEqualTo(2);
        }
    }

    @Test
    void a_purge_without_expired_keys_reads_few_blocks_of_a_table_that_grew() {
        keys("kept", "now() + interval '1 day'", 5);
        sql().execute("VACUUM ANALYZE onceward.operation_key");
        var growth = KEYS.formatted("more", "now() + interval '1 day'", 50_000);
        assertThat(QueryPlan.blocksAfterGrowth(growth, Upkeep.PURGE, "'operation_key'", "10000")).isLessThan(20);
    }

    static void keys(String prefix, String expiry, int count) {
        sql().execute(KEYS.formatted(prefix, expiry, count));
    }
}
