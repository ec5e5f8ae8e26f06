package dev.onceward.intake.signature.preset;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Senders whose keys are to be had at an address.
class PresetsWithFetchedKeysTest {
    @ParameterizedTest
    @ValueSource(strings = {"paypal", "aws-sns", "google-pubsub"})
    void a_request_gets_no_verdict_before_the_public_key_of_its_sender_is_fetched(String name) {
        var vector = SignedVector.named(name);
        var terms = new PresetOptions(List.of(new SecretText("1", vector.secret())), null,
                vector.fact("url").orElse(""), PublishedKeys.NONE);
        assertThat(vector.preset().scheme(terms).verify(vector.request(), vector.at()))
                .isInstanceOf(KeyUnavailable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"paypal", "aws-sns"})
    void a_certificate_that_is_not_valid_now_has_to_be_fetched_again(String name) {
        var vector = SignedVector.named(name);
        assertThat(vector.verdict(vector.secret(), Instant.EPOCH)).isInstanceOf(KeyUnavailable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"paypal", "aws-sns", "google-pubsub"})
    void a_fetched_page_that_is_no_public_key_has_to_be_fetched_again(String name) {
        var vector = SignedVector.named(name);
        var terms = new PresetOptions(List.of(new SecretText("1", vector.secret())), null,
                vector.fact("url").orElse(""),
                _ -> Optional.of("<html>Sign in to this network</html>".getBytes(UTF_8)));
        assertThat(vector.preset().scheme(terms).verify(vector.request(), vector.at()))
                .isInstanceOf(KeyUnavailable.class);
    }
}
