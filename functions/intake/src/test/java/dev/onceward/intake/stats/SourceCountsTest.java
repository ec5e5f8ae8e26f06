package dev.onceward.intake.stats;

import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.intake.log.Entries;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@OnServers
class SourceCountsTest {
    final SourceCounts here = new SourceCounts(Servers.pool());
    final SourceCounts there = new SourceCounts(Servers.otherPool());

    @Test
    void the_counts_of_two_replicas_add_up() {
        count(here, "shop", 2, 1);
        count(there, "shop", 3, 0);
        count(there, "bank", 0, 4);
        write(here);
        write(there);
        assertThat(totals()).containsExactly(Map.entry("bank", new SourceTotals(0, 0, 4)),
                Map.entry("shop", new SourceTotals(0, 5, 1)));
    }

    @Test
    void counts_that_were_written_are_not_written_again() {
        count(here, "shop", 2, 1);
        write(here);
        write(here);
        assertThat(totals()).containsExactly(Map.entry("shop", new SourceTotals(0, 2, 1)));
        assertThat(sql().count("source_counts")).isEqualTo(1);
    }

    @Test
    void no_row_is_written_without_new_counts() {
        write(here);
        assertThat(sql().count("source_counts")).isZero();
    }

    @Test
    void counts_that_could_not_be_written_are_kept_for_the_next_write() {
        count(here, "shop", 2, 1);
        Servers.postgres().stop();
        assertThat(catchThrowable(() -> write(here))).isNotNull();
        Servers.postgres().start();
        count(here, "shop", 1, 0);
        write(here);
        assertThat(totals()).containsExactly(Map.entry("shop", new SourceTotals(0, 3, 1)));
    }

    @Test
    void duplicates_counted_during_a_write_are_not_lost() {
        for (var round = 0; round < 20; round++) {
            var write = here.write().subscribeAsCompletionStage();
            IntStream.range(0, 100).parallel().forEach(_ -> here.duplicate("shop"));
            write.join();
        }
        write(here);
        assertThat(totals()).containsExactly(Map.entry("shop", new SourceTotals(0, 2000, 0)));
    }

    @Test
    void stored_events_are_counted_by_the_statement_that_stores_them() {
        var log = Entries.log(Servers.pool());
        var _ = await(log.append(Entries.keyed("a")));
        var _ = await(log.append(Entries.keyed("b")));
        var _ = await(log.append(Entries.keyed("a")));
        assertThat(totals()).containsExactly(Map.entry("shop", new SourceTotals(2, 0, 0)));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 5, 100", "5, 0, 0", "3, 1, 25", "2, 1, 33.33", "1, 2, 66.67", "9999999, 1, 0"})
    void the_hit_rate_is_the_percentage_of_duplicates_among_stored_events_and_duplicates(long processed,
            long duplicates, double percent) {
        assertThat(new SourceTotals(processed, duplicates, 1000).hitRate()).isEqualTo(percent);
    }

    /// Read anew: a tally remembers its totals for a second.
    static Map<String, SourceTotals> totals() {
        return await(new SourceCounts(Servers.pool()).totals());
    }

    static void count(SourceCounts sourceCounts, String source, int duplicates, int errors) {
        IntStream.range(0, duplicates).forEach(_ -> sourceCounts.duplicate(source));
        IntStream.range(0, errors).forEach(_ -> sourceCounts.error(source));
    }

    static void write(SourceCounts sourceCounts) {
        var _ = await(sourceCounts.write());
    }
}
