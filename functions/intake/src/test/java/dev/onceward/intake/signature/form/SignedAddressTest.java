package dev.onceward.intake.signature.form;

import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/// Senders sign the address they were given, with nothing between it and the body.
class SignedAddressTest {
    private static final String SECRET = "an example of a secret";
    private static final String PLACE = "https://example.com/hook";

    @Test
    void the_configured_url_is_verified_whatever_the_host_header_says() {
        var signature = sign("POST " + PLACE + "?a=b%20c {}");
        assertThat(verdict("{method} {url} {body}", PLACE + "?a=b%20c", "a=b%20c", signature, "{}"))
                .isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a=b&c=d", "a=c", "A=b", "a=%62"})
    void a_query_other_than_that_of_the_configured_url_is_forged(String query) {
        var signature = sign(PLACE + (query.isEmpty() ? "" : "?" + query) + "{}");
        assertThat(verdict("{url}{body}", PLACE + "?a=b", query, signature, "{}")).isInstanceOf(Unverified.class);
    }

    @Test
    void a_request_with_the_beginning_of_its_body_moved_into_the_query_is_forged() {
        var signature = sign(PLACE + "?a=b{\"id\":1}");
        assertThat(verdict("{url}{body}", PLACE + "?a=b", "a=b", signature, "{\"id\":1}")).isInstanceOf(Verified.class);
        assertThat(verdict("{url}{body}", PLACE + "?a=b", "a=b{\"id\":", signature, "1}"))
                .isInstanceOf(Unverified.class);
    }

    @Test
    void a_request_with_the_end_of_its_body_moved_into_the_query_is_forged() {
        var body = "{\"text\":\"" + PLACE + "?x\"}";
        var signature = sign(body + PLACE);
        assertThat(verdict("{body}{url}", PLACE, "", signature, body)).isInstanceOf(Verified.class);
        assertThat(verdict("{body}{url}", PLACE, "x\"}" + PLACE, signature, "{\"text\":\""))
                .isInstanceOf(Unverified.class);
    }

    @ParameterizedTest
    @CsvSource({"signature,query:s", "timestamp,query:t", "signed,{url}{query:id}{timestamp}{body}"})
    void a_scheme_that_signs_the_url_and_reads_a_value_from_the_query_is_refused(String word, String text) {
        var facts = new HashMap<>(Map.of("signature", "header:S", "signed", "{url}{timestamp}{body}", "timestamp",
                "header:T"));
        new ReadScheme(new SchemeProperties(Map.copyOf(facts))).coversBody();
        facts.put(word, text);
        assertThatIllegalArgumentException().isThrownBy(() -> new ReadScheme(new SchemeProperties(facts)).coversBody())
                .withMessageStartingWith("signed cannot have {url} in it where something is in the query");
    }

    @Test
    void a_signed_url_is_decoded_only_as_far_as_its_sender_decodes_it() {
        var query = "a=%3A%2F%3F%40%20%25%3d%2c";
        assertThat(verdict("{url-decoded}", PLACE + "?" + query, query, sign(PLACE + "?a=:/?@%20%25%3d,"), ""))
                .isInstanceOf(Verified.class);
    }

    private static Verdict verdict(String signed, String url, String query, String signature, String body) {
        var given = WebhookRequests.of(body, "S", signature, "Host", "evil.example");
        return new ReadScheme(new SchemeProperties(Map.of("signature", "header:S", "signed", signed)))
                .scheme(List.of(new SecretText("1", SECRET)), null, url)
                .verify(new Request(new RequestLine("POST", query, ""), given.headers(), given.body()), Instant.EPOCH);
    }

    private static String sign(String signed) {
        return HexFormat.of().formatHex(HmacKey.of("HmacSHA256", SECRET.getBytes(UTF_8))
                .sign(SignedContent.of(signed.getBytes(UTF_8))));
    }
}
