package dev.onceward.runtime.log;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// What cannot be stored even by a mistake of ours.
@OnServers
class SchemaTest {
    static final String KEY = "INSERT INTO onceward.key VALUES (%s, %s, %s, gen_random_uuid(), 'orders', now())";
    static final String MARK = """
            INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
            VALUES (%s, %s, gen_random_uuid(), now())""";
    static final String EVENT = """
            INSERT INTO onceward.event (shard, id, source, topic, headers, body)
            VALUES (%s, gen_random_uuid(), 'shop', 'orders', '{}', '')""";

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"'', 'k', sha256('x'), 23514", "'orders', '', sha256('x'), 23514",
            "'orders', 'k', '\\x00', 23514", "'orders', 'k', sha512('x'), 23514", "NULL, 'k', sha256('x'), 23502",
            "'orders', NULL, sha256('x'), 23502", "'orders', 'k', NULL, 23502"})
    void a_key_row_with_an_empty_or_null_value_or_a_wrong_fingerprint_length_is_refused(String scope, String key,
            String fingerprint, String state) {
        assertThat(sql().refusal(KEY.formatted(scope, key, fingerprint))).isEqualTo(state);
    }

    @Test
    void a_second_row_for_a_key_is_refused() {
        var insert = KEY.formatted("'orders'", "'k'", "sha256('x')");
        sql().execute(insert);
        assertThat(sql().refusal(insert)).isEqualTo("23505");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {"'', 'm', 23514", "'ledger', '', 23514", "`repeat('x', 256)`, 'm', 23514",
            "'ledger', `repeat('x', 256)`, 23514", "NULL, 'm', 23502", "'ledger', NULL, 23502"})
    void a_mark_with_an_empty_a_null_or_a_long_consumer_or_message_id_is_refused(String consumer, String message,
            String state) {
        assertThat(sql().refusal(MARK.formatted(consumer, message))).isEqualTo(state);
    }

    @Test
    void a_second_mark_of_a_consumer_for_a_message_is_refused_and_one_of_another_consumer_is_accepted() {
        sql().execute(MARK.formatted("'ledger'", "'m'"));
        sql().execute(MARK.formatted("'mail'", "'m'"));
        assertThat(sql().refusal(MARK.formatted("'ledger'", "'m'"))).isEqualTo("23505");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "16"})
    void a_shard_that_does_not_exist_is_refused(String shard) {
        assertThat(sql().refusal(EVENT.formatted(shard))).isEqualTo("23514");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "15"})
    void an_event_of_the_first_or_the_last_shard_is_accepted(String shard) {
        sql().execute(EVENT.formatted(shard));
        assertThat(sql().query("SELECT shard FROM onceward.event")).isEqualTo(shard);
    }

    @Test
    void an_explicit_sequence_number_of_an_event_is_refused() {
        assertThat(
                sql().refusal(EVENT.formatted("0").replace("(shard", "(seq, shard").replace("VALUES (", "VALUES (1, ")))
                .isEqualTo("428C9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"K", "k ", "\u00e9", "e\u0301"})
    void keys_that_differ_in_case_space_or_accents_are_stored_as_two_keys(String other) {
        sql().execute(KEY.formatted("'orders'", "'k'", "sha256('x')"));
        sql().execute(KEY.formatted("'orders'", "'" + other + "'", "sha256('x')"));
        assertThat(sql().count("key")).isEqualTo(2);
    }
}
