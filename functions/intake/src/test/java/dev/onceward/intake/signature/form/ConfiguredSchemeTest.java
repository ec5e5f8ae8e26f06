package dev.onceward.intake.signature.form;

import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ConfiguredSchemeTest {
    private static final String SECRET = "an example of a secret";
    private static final String TIME = "1700000000";
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    /// Nothing stands between the two, so a digit that moves leaves the signed bytes as they were.
    @Test
    void a_request_with_characters_moved_between_timestamp_and_body_is_forged() {
        var facts = Map.of("signature", "header:S", "signed", "{timestamp}{body}", "timestamp", "header:T");
        var signature = sign(TIME + "{}");
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", signature, "T", TIME))).isInstanceOf(Verified.class);
        assertForged(verdict(facts, WebhookRequests.of("0{}", "S", signature, "T", "170000000")),
                RefusalReason.MALFORMED);
        assertForged(verdict(facts, WebhookRequests.of("}", "S", signature, "T", TIME + "{")), RefusalReason.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource({"milliseconds,1700000000000,true", "milliseconds,1700000000,false", "seconds,1700000000000,false",
            "rfc3339,2023-11-14T22:13:20Z,true", "rfc3339,2023-11-14T22:13:20.123456789+01:00,true",
            "rfc3339,2023-11-14T25:13:20Z,false", "rfc3339,2023-11-14 22:13:20Z,false", "rfc3339,1700000000,false"})
    void a_timestamp_is_accepted_only_in_the_configured_unit(String unit, String time, boolean fits) {
        var facts = Map.of("signature", "header:S", "signed", "{timestamp}.{body}", "timestamp", "header:T",
                "timestamp-unit", unit);
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", sign(time + ".{}"), "T", time)) instanceof Verified)
                .isEqualTo(fits);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{"s": "SECRET"}, {"s": "SECRET"}]       | true
            [{"s": "SECRET"}, {"s": "the next one"}] | true
            [{"s": "SECRET"}, {"s": "another one"}]  | false
            [{"s": "another one"}, {"s": "SECRET"}]  | false
            [{"s": "SECRET"}, {}]                    | false
            [{"s": "SECRET"}, {"s": null}]           | false
            [{"s": "SECRET"}, 1]                     | false
            []                                       | false
            {"s": "SECRET"}                          | false
            """)
    void a_request_is_genuine_only_if_each_item_of_its_list_contains_a_secret(String items, boolean genuine) {
        var facts = Map.of("algorithm", "token", "signature", "json:/value/*/s", "encoding", "text");
        var body = "{\"value\": %s}".formatted(items.replace("SECRET", SECRET));
        assertThat(verdict(facts, WebhookRequests.of(body)) instanceof Verified).isEqualTo(genuine);
    }

    @Test
    void a_list_with_more_than_twenty_secrets_is_forged() {
        var facts = Map.of("algorithm", "token", "signature", "json:/value/*/s", "encoding", "text");
        var items = IntStream.range(0, 21).mapToObj("{\"s\": \"%d\"}"::formatted).collect(Collectors.joining(","));
        assertForged(verdict(facts, WebhookRequests.of("{\"value\": [%s]}".formatted(items))), RefusalReason.REPEATED);
    }

    @ParameterizedTest
    @CsvSource({"algorithm,hmac-sha256", "encoding,hex", "prefix,Bearer", "signature,json:/value/*/s | header:S"})
    void a_signature_pointer_into_a_list_is_refused_unless_each_item_contains_a_plain_secret(String word, String text) {
        var facts = new HashMap<>(Map.of("algorithm", "token", "signature", "json:/value/*/s", "encoding", "text"));
        facts.put(word, text);
        assertThatIllegalArgumentException().isThrownBy(() -> new ReadScheme(new SchemeProperties(facts)))
                .withMessageStartingWith("signature can have /*/ in it only where each item");
    }

    @Test
    void a_token_in_a_body_that_names_a_member_twice_is_forged() {
        var facts = Map.of("algorithm", "token", "signature", "json:/s", "encoding", "text");
        assertForged(verdict(facts, WebhookRequests.of("{\"s\": \"%s\", \"s\": \"x\"}".formatted(SECRET))),
                RefusalReason.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1=%s", "t=1,v1=%s", "v1=00,v1=%s", "v1=zz, v1=%s", "v0=00, v1=%s ,v2=1"})
    void a_request_with_one_matching_signature_in_a_list_is_genuine(String list) {
        var facts = Map.of("signature", "header:S#v1");
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", list.formatted(sign("{}")))))
                .isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0=%s", "V1=%s", "v1 =%s", "xv1=%s", "%s", "v1=", "v1", "v1=%s;x", "v1=%s v1=%s"})
    void a_signature_in_a_list_without_the_exact_configured_name_or_form_is_forged(String list) {
        var facts = Map.of("signature", "header:S#v1");
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", list.formatted(sign("{}"), ""))))
                .isInstanceOf(Unverified.class);
    }

    @Test
    void only_the_first_twenty_signatures_of_a_list_are_tried() {
        var facts = Map.of("signature", "header:S#v1");
        var right = "v1=" + sign("{}");
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", "v1=00,".repeat(19) + right)))
                .isInstanceOf(Verified.class);
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", "v1=00,".repeat(20) + right)))
                .isInstanceOf(Unverified.class);
    }

    @Test
    void other_parts_of_a_list_do_not_count_towards_the_twenty_signatures() {
        var facts = Map.of("signature", "header:S#v1", "signed", "{timestamp}.{body}", "timestamp", "header:S#t");
        var list = "v0=00,".repeat(30) + "v1=00,".repeat(19) + "v1=" + sign(TIME + ".{}") + ",t=" + TIME;
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", list))).isInstanceOf(Verified.class);
    }

    @Test
    void a_request_with_a_signed_header_of_256_characters_is_forged_for_that_reason() {
        var facts = Map.of("signature", "header:S", "signed", "{header:Id}.{body}");
        assertThat(verdict(facts, WebhookRequests.of("{}", "S", sign("x"), "Id", "i".repeat(256))))
                .isEqualTo(
                        new Unverified(RefusalReason.MALFORMED, "the header Id has 256 characters; 255 are the most"));
    }

    @Test
    void a_matching_signature_in_one_of_several_headers_is_enough_unless_a_header_is_repeated() {
        var facts = Map.of("signature", "header:A | header:B");
        var right = sign("{}");
        assertThat(verdict(facts, WebhookRequests.of("{}", "B", right))).isInstanceOf(Verified.class);
        assertThat(verdict(facts, WebhookRequests.of("{}", "A", "00", "B", right))).isInstanceOf(Verified.class);
        assertForged(verdict(facts, WebhookRequests.of("{}", "A", "00", "A", "00", "B", right)),
                RefusalReason.REPEATED);
    }

    @ParameterizedTest
    @CsvSource({"Bearer,true", "bearer,true", "BEARER,true", "Basic,false", "Bearer:,false", "'',false"})
    void the_prefix_of_a_token_is_case_insensitive(String word, boolean genuine) {
        var facts = Map.of("algorithm", "token", "signature", "header:Authorization", "prefix", "Bearer ", "encoding",
                "text");
        assertThat(verdict(facts, WebhookRequests.of("{}", "Authorization", word + " " + SECRET)) instanceof Verified)
                .isEqualTo(genuine);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{json:/id}", "{query:id}", "{header:Id}"})
    void a_request_without_a_value_that_the_signature_covers_is_forged(String signed) {
        var facts = Map.of("signature", "header:S", "signed", signed);
        assertForged(verdict(facts, WebhookRequests.of("{}", "S", sign(""))), RefusalReason.MISSING);
    }

    private static Verdict verdict(Map<String, String> facts, Request request) {
        return new ReadScheme(new SchemeProperties(new HashMap<>(facts)))
                .scheme(List.of(new SecretText("1", SECRET), new SecretText("2", "the next one")), null, "")
                .verify(request, NOW);
    }

    private static void assertForged(Verdict verdict, RefusalReason refusalReason) {
        assertThat(verdict).isInstanceOfSatisfying(Unverified.class,
                forged -> assertThat(forged.reason()).isEqualTo(refusalReason));
    }

    private static String sign(String signed) {
        return HexFormat.of().formatHex(HmacKey.of("HmacSHA256", SECRET.getBytes(UTF_8))
                .sign(SignedContent.of(signed.getBytes(UTF_8))));
    }
}
