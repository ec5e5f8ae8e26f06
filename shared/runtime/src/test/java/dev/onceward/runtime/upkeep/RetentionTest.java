package dev.onceward.runtime.upkeep;

import java.time.LocalDate;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.servers.Days;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// How long the log keeps what, which the database says to all functions alike.
@OnServers
class RetentionTest {
    private static final String CHECK_VIOLATION = "23514";
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String NO_DATA_FOUND = "P0002";

    private final Upkeep upkeep = UpkeepTest.upkeep(Servers.pool());
    private final Upkeep other = UpkeepTest.upkeep(Servers.otherPool());
    private final LocalDate old = LocalDate.now(ZoneOffset.UTC).minusDays(40);

    @Test
    void two_functions_share_one_retention_and_drop_no_day_within_it() {
        Days.make(old);
        sql().execute("UPDATE onceward.retention SET events = '60 days'");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        assertThat(await(other.run()).daysDropped()).isZero();
        sql().execute("UPDATE onceward.retention SET events = '30 days'");
        assertThat(await(upkeep.run()).daysDropped() + await(other.run()).daysDropped()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"events = '0'", "events = '23 hours'", "events = '-1 day'", "events = 'infinity'",
            "attempts = '0'", "forget_after = '0'", "forget_after = '36501 days'"})
    void a_retention_of_less_than_a_day_or_more_than_a_hundred_years_is_refused(String retention) {
        assertThat(sql().refusal("UPDATE onceward.retention SET " + retention)).isEqualTo(CHECK_VIOLATION);
    }

    @Test
    void a_second_retention_row_is_refused() {
        assertThat(sql().refusal("INSERT INTO onceward.retention DEFAULT VALUES")).isEqualTo(UNIQUE_VIOLATION);
    }

    @Test
    void dropping_a_day_without_a_retention_row_is_refused() {
        Days.make(old);
        sql().execute("DELETE FROM onceward.retention");
        assertThat(sql().refusal("SELECT onceward.drop_day('event')")).isEqualTo(NO_DATA_FOUND);
        sql().execute("INSERT INTO onceward.retention DEFAULT VALUES");
    }
}
