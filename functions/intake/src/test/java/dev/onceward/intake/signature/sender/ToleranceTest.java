package dev.onceward.intake.signature.sender;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;

import static dev.onceward.intake.signature.sender.Signed.BODY;
import static dev.onceward.intake.signature.sender.Signed.ID;
import static dev.onceward.intake.signature.sender.Signed.SECRET;
import static dev.onceward.intake.signature.sender.Signed.SIGNATURE;
import static dev.onceward.intake.signature.sender.Signed.TIMESTAMP;
import static dev.onceward.intake.signature.sender.Signed.request;
import static dev.onceward.intake.signature.sender.Signed.scheme;
import static dev.onceward.intake.signature.sender.Signed.sign;
import static org.assertj.core.api.Assertions.assertThat;

class ToleranceTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 299, -299, 300, -300})
    void a_timestamp_up_to_five_minutes_old_or_ahead_is_genuine(long age) {
        assertThat(scheme(age, SECRET).verify(request(ID, TIMESTAMP, SIGNATURE, BODY))).isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {301, -301, 86_400, -86_400, 1_000_000_000})
    void a_timestamp_more_than_five_minutes_old_or_ahead_is_forged(long age) {
        assertThat(scheme(age, SECRET).verify(request(ID, TIMESTAMP, SIGNATURE, BODY))).isInstanceOf(Unverified.class);
    }

    /// All of them signed as they stand: it is the form that is refused.
    @ParameterizedTest
    @ValueSource(strings = {"1614265330.0", "1614265330 ", "+1614265330", "-1614265330", "1.614265330e9", "0x60378332",
            "now", "2021-02-25T15:02:10Z", "1614265330000000000000000000", "١٦١٤٢٦٥٣٣٠", "999999999999", "0"})
    void a_timestamp_that_is_not_seconds_near_now_is_forged(String timestamp) {
        var signature = sign(SECRET, ID, timestamp, BODY);
        assertThat(scheme(0, SECRET).verify(request(ID, timestamp, signature, BODY))).isInstanceOf(Unverified.class);
    }
}
