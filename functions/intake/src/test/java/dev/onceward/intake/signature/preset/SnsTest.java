package dev.onceward.intake.signature.preset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Verdict.Unverified;

import static org.assertj.core.api.Assertions.assertThat;

/// Anybody who has an account at Amazon can have a message signed.
class SnsTest {
    @ParameterizedTest
    @ValueSource(strings = {"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"})
    void a_message_with_a_changed_signed_field_of_sns_is_forged(String field) {
        var changed = SignedVector.named("aws-sns")
                .mapBody(text -> text.replaceFirst("(\"" + field + "\" : \")", "$1x"));
        assertForged(changed);
    }

    @Test
    void a_signed_message_of_another_sns_topic_is_forged() {
        assertThat(SignedVector.named("aws-sns").verdict("arn:aws:sns:us-east-2:999999999999:MyTopic",
                SignedVector.named("aws-sns").at())).isInstanceOf(Unverified.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://sns.us-east-2.amazonaws.com/", "https://sns.us-east-2.amazonaws.com.evil.example/",
            "https://evil.example/?sns.us-east-2.amazonaws.com/", "https://sns.us-east-2.amazonaws.com@evil.example/",
            "https://sns.us-east-2.amazonaws.com:444/", "https://sns.us-east-2.amazonaws.com/../",
            "https://sns.s3-us-west-2.amazonaws.com/",
            "https://sns.s3.amazonaws.com/",
            "https://mysns.us-east-2.amazonaws.com/", "https://s3.us-east-2.amazonaws.com/"})
    void a_certificate_url_outside_the_sns_hosts_of_amazon_is_forged(String place) {
        var changed = SignedVector.named("aws-sns")
                .mapBody(text -> text.replace("https://sns.us-east-2.amazonaws.com/", place));
        assertForged(changed);
    }

    /// Fields are kept apart by the ends of lines, and an attacker has a topic of his own to have anything signed by.
    @Test
    void a_message_with_line_breaks_that_join_signed_fields_is_forged() {
        var given = SignedVector.named("aws-sns");
        assertForged(given.mapBody(text -> text.replace("\"Type\" : \"Notification\"", "\"Type\" : \"Other\"")));
        assertForged(given.mapBody(text -> text.replace("\"Type\" : \"Notification\"",
                "\"Type\" : \"Z\\nMessageId\\nx\\nType\\nNotification\"")));
        var joined = given.mapBody(text -> text
                .replace("\"Subject\" : \"My First Message\",", "")
                .replace("22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324\"",
                        "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324\\nSubject\\nMy First Message\""));
        assertThat(joined.body()).isNotEqualTo(given.body());
        assertForged(joined);
    }

    private static void assertForged(SignedVector signedVector) {
        assertThat(signedVector.verdict()).isInstanceOf(Unverified.class);
    }
}
