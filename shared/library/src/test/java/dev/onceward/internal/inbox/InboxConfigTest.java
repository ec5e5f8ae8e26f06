package dev.onceward.internal.inbox;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class InboxConfigTest {

    @Test
    void marks_are_kept_for_thirty_days_where_nothing_is_configured() {
        var config = InboxConfigs.of(Map.of());
        assertThat(InboxRetention.of(config, "ledger").seconds()).isEqualTo(30 * 86_400.0);
        assertThat(config.timeout()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void a_consumer_has_its_own_retention_and_the_others_have_the_common_one() {
        var config = InboxConfigs.of(Map.of("onceward.inbox.retention", "7d",
                "onceward.inbox.consumers.ledger.retention", "forever",
                "onceward.inbox.consumers.\"mail.out\".retention", "90m"));
        assertThat(InboxRetention.of(config, "ledger").seconds()).isInfinite();
        assertThat(InboxRetention.of(config, "mail.out").seconds()).isEqualTo(5400);
        assertThat(InboxRetention.of(config, "other").seconds()).isEqualTo(7 * 86_400.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1m", "3650d", "12h"})
    void a_retention_between_a_minute_and_ten_years_is_accepted(String text) {
        assertThat(InboxRetention.parse(text).seconds()).isPositive().isFinite();
    }

    @ParameterizedTest
    @ValueSource(strings = {"59s", "3651d", "-1d", "0", "soon", "", "Forever"})
    void any_other_retention_is_refused_with_a_sentence(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> InboxRetention.parse(text))
                .withMessage("The retention must be a duration between 1m and 3650d, such as 12h or 30d, or forever.");
    }

    @Test
    void a_wrong_retention_is_refused_when_the_configuration_is_read() {
        assertThatThrownBy(() -> InboxConfigs.of(Map.of("onceward.inbox.consumers.ledger.retention", "1s")))
                .hasStackTraceContaining("onceward.inbox.consumers.ledger.retention")
                .hasStackTraceContaining("must be a duration between 1m and 3650d");
    }

    /// With a timeout of zero every attempt would fail before its effect, forever.
    @ParameterizedTest
    @CsvSource({"timeout,0s", "timeout,-1s", "timeout,soon", "retry.delay,0s", "retry.cap,0s"})
    void a_duration_that_is_not_positive_stops_the_start_with_a_sentence(String setting, String value) {
        assertThatThrownBy(() -> InboxConfigs.of(Map.of("onceward.inbox." + setting, value)))
                .hasStackTraceContaining("onceward.inbox." + setting)
                .hasStackTraceContaining("It must be a duration between 1ms and 3650d, such as 500ms or 1m.");
    }

    @ParameterizedTest
    @CsvSource({"retry.attempts,0", "retry.attempts,1001", "retry.attempts,many", "consumers.ledger.attempts,0"})
    void a_number_of_attempts_that_makes_no_sense_stops_the_start_with_a_sentence(String setting, String value) {
        assertThatThrownBy(() -> InboxConfigs.of(Map.of("onceward.inbox." + setting, value)))
                .hasStackTraceContaining("onceward.inbox." + setting)
                .hasStackTraceContaining("It must be a number between 1 and 1000.");
    }
}
