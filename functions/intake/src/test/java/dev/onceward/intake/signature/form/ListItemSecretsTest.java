package dev.onceward.intake.signature.form;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;

import static org.assertj.core.api.Assertions.assertThat;

/// A list of which each item proves itself: one that does not must not come in under the good name of the others.
class ListItemSecretsTest {
    private static final List<String> SECRETS = IntStream.range(0, 30).mapToObj(n -> "an example of secret " + n)
            .toList();

    @Test
    void a_wrong_secret_behind_thirty_right_list_items_makes_the_request_forged() {
        assertThat(verdict(Stream.generate(SECRETS::getFirst).limit(30))).isInstanceOf(Verified.class);
        assertThat(verdict(Stream.concat(Stream.generate(SECRETS::getFirst).limit(30), Stream.of("another"))))
                .isInstanceOf(Unverified.class);
        assertThat(verdict(Stream.concat(SECRETS.stream(), Stream.of("another")))).isInstanceOf(Unverified.class);
    }

    /// Half a character has no bytes to compare, and is not to be passed over for that.
    @Test
    void an_unreadable_list_item_makes_the_request_forged() {
        assertThat(verdict(Stream.of(SECRETS.getFirst(), "\\ud800"))).isInstanceOf(Unverified.class);
        assertThat(verdict(Stream.of("\\ud800", SECRETS.getFirst()))).isInstanceOf(Unverified.class);
    }

    private static Verdict verdict(Stream<String> items) {
        var facts = Map.of("algorithm", "token", "signature", "json:/value/*/s", "encoding", "text");
        var body = items.map("{\"s\":\"%s\"}"::formatted).collect(Collectors.joining(",", "{\"value\":[", "]}"));
        return new ReadScheme(new SchemeProperties(facts))
                .scheme(SECRETS.stream().map(secret -> new SecretText(secret, secret)).toList(), null, "")
                .verify(WebhookRequests.of(body), Instant.EPOCH);
    }
}
