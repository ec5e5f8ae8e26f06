package dev.onceward.runtime.upkeep;

import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class FoldTest {
    static final String ROWS = """
            INSERT INTO onceward.source_counts (source, processed, duplicates, errors)
            SELECT 'source-' || n %% 3, n, n * 2, n * 3
              FROM generate_series(1, %d) AS n""";
    static final String SUMS = """
            SELECT string_agg(sums::text, ' ' ORDER BY sums)
              FROM (SELECT source, sum(processed), sum(duplicates), sum(errors)
                      FROM onceward.source_counts
                     GROUP BY source) AS sums""";

    final Upkeep upkeep = UpkeepTest.upkeep(Servers.pool());

    @Test
    void upkeep_folds_many_rows_of_counts_into_one_per_source_with_the_same_sums() {
        sql().execute(ROWS.formatted(1000));
        var sums = sql().query(SUMS);
        assertThat(await(upkeep.run()).countsFolded()).isEqualTo(3);
        assertThat(sql().count("source_counts")).isEqualTo(3);
        assertThat(sql().query(SUMS)).isEqualTo(sums);
    }

    @Test
    void upkeep_does_not_fold_fewer_than_500_rows_of_counts() {
        sql().execute(ROWS.formatted(499));
        assertThat(await(upkeep.run()).countsFolded()).isZero();
    }

    @Test
    void counts_that_are_committed_after_a_fold_are_not_lost() throws Exception {
        sql().execute(ROWS.formatted(1000));
        try (var other = sql().connect()) {
            other.setAutoCommit(false);
            Sql.execute(other, "INSERT INTO onceward.source_counts (source, errors) VALUES ('late', 7)");
            assertThat(await(upkeep.run()).countsFolded()).isEqualTo(3);
            other.commit();
        }
        assertThat(sql().query("SELECT sum(errors) FROM onceward.source_counts WHERE source = 'late'")).isEqualTo("7");
        assertThat(sql().query("SELECT sum(errors) FROM onceward.source_counts"))
                .isEqualTo(Integer.toString(3 * 500_500 + 7));
    }

    @Test
    void counts_added_while_two_replicas_fold_are_not_lost() {
        sql().execute(ROWS.formatted(5000));
        var other = UpkeepTest.upkeep(Servers.otherPool());
        var counts = IntStream.range(0, 300).mapToObj(_ -> count()).toList();
        for (var round = 0; round < 5; round++) {
            sql().execute(ROWS.formatted(500));
            var _ = await(Uni.join().all(upkeep.run(), other.run()).andFailFast());
            var _ = await(Uni.combine().all().unis(Uni.join().all(counts).andFailFast(), upkeep.run(), other.run())
                    .asTuple());
        }
        assertThat(sql().query("SELECT sum(processed) FROM onceward.source_counts"))
                .isEqualTo(Integer.toString(5000 * 5001 / 2 + 5 * 500 * 501 / 2 + 5 * 300));
    }

    static Uni<Integer> count() {
        return Servers.otherPool().query("INSERT INTO onceward.source_counts (source, processed) VALUES ('shop', 1)")
                .execute()
                .map(rows -> rows.rowCount());
    }
}
