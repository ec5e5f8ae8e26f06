package dev.onceward.intake.signature.sender;

import org.junit.jupiter.api.Test;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.testing.RandomInputs;

import static dev.onceward.intake.signature.sender.Signed.BODY;
import static dev.onceward.intake.signature.sender.Signed.ID;
import static dev.onceward.intake.signature.sender.Signed.SECRET;
import static dev.onceward.intake.signature.sender.Signed.SIGNATURE;
import static dev.onceward.intake.signature.sender.Signed.TIMESTAMP;
import static dev.onceward.intake.signature.sender.Signed.request;
import static dev.onceward.intake.signature.sender.Signed.sign;
import static dev.onceward.intake.signature.sender.Signed.verdict;
import static org.assertj.core.api.Assertions.assertThat;

class SignaturePropertiesTest {

    @Test
    void a_request_of_random_headers_and_bytes_is_forged() {
        RandomInputs.often(chance -> {
            var request = WebhookRequests.of(chance.bytes(300), "webhook-id", value(chance), "webhook-timestamp",
                    value(chance),
                    "webhook-signature", value(chance));
            assertThat(verdict(request)).isInstanceOf(Unverified.class);
        });
    }

    @Test
    void a_request_with_another_body_than_the_signed_one_is_forged() {
        RandomInputs.often(chance -> {
            var body = chance.text(200) + BODY.repeat(2);
            assertThat(verdict(request(ID, TIMESTAMP, SIGNATURE, body))).isInstanceOf(Unverified.class);
        });
    }

    @Test
    void any_body_that_the_sender_signed_is_genuine() {
        RandomInputs.often(chance -> {
            var body = chance.text(0, 200, ' ', '\u07ff');
            assertThat(verdict(request(ID, TIMESTAMP, sign(SECRET, ID, TIMESTAMP, body), body)))
                    .isInstanceOf(Verified.class);
        });
    }

    private static String value(RandomInputs chance) {
        return switch (chance.below(3)) {
            case 0 -> chance.text(300);
            case 1 -> chance.pieces(60, "v1", ",", " ", "v1a", "=", ".", ID, TIMESTAMP, "AAAA", "\u00e9", "\0", "9");
            default -> TIMESTAMP;
        };
    }
}
