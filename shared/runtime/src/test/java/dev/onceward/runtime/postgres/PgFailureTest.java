package dev.onceward.runtime.postgres;

import java.util.concurrent.TimeoutException;

import io.vertx.pgclient.PgException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.runtime.postgres.PgFailure.BadData;
import dev.onceward.runtime.postgres.PgFailure.Conflict;
import dev.onceward.runtime.postgres.PgFailure.Outage;

import static org.assertj.core.api.Assertions.assertThat;

class PgFailureTest {
    @ParameterizedTest
    @CsvSource({"22021, character not in repertoire", "22P05, untranslatable character", "22001, value too long",
            "23502, not null", "23505, unique", "54000, program limit"})
    void an_sqlstate_caused_by_the_data_is_classified_as_bad_data(String state, String meaning) {
        assertThat(PgFailure.of(refusal(state, meaning))).isEqualTo(new BadData(state));
    }

    @ParameterizedTest
    @CsvSource({"40P01, deadlock detected", "40001, serialization failure"})
    void an_sqlstate_caused_by_another_transaction_is_classified_as_a_conflict(String state, String meaning) {
        assertThat(PgFailure.of(refusal(state, meaning))).isEqualTo(new Conflict(state));
    }

    @ParameterizedTest
    @CsvSource({"57P01, admin shutdown", "57P03, cannot connect now", "53100, disk full", "53300, too many connections",
            "25006, read-only", "42P01, undefined table", "42501, insufficient privilege", "55P03, lock not available",
            "57014, canceled", "08006, connection failure", "23514, no partition for the row"})
    void every_other_sqlstate_is_classified_as_an_outage(String state, String meaning) {
        assertThat(PgFailure.of(refusal(state, meaning))).isEqualTo(new Outage(state));
    }

    @Test
    void a_failure_that_does_not_come_from_postgresql_is_classified_as_an_outage() {
        assertThat(PgFailure.of(new TimeoutException("hidden"))).isEqualTo(new Outage("TimeoutException"));
    }

    static PgException refusal(String state, String meaning) {
        return new PgException(meaning, "ERROR", state, "hidden");
    }
}
