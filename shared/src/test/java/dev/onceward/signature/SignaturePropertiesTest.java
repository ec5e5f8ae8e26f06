package dev.onceward.signature;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.onceward.request.Requests;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static dev.onceward.signature.Signed.BODY;
import static dev.onceward.signature.Signed.ID;
import static dev.onceward.signature.Signed.SECRET;
import static dev.onceward.signature.Signed.SIGNATURE;
import static dev.onceward.signature.Signed.TIMESTAMP;
import static dev.onceward.signature.Signed.request;
import static dev.onceward.signature.Signed.sign;
import static dev.onceward.signature.Signed.verdict;
import static org.assertj.core.api.Assertions.assertThat;

class SignaturePropertiesTest {
    @Property
    void any_bytes_end_in_a_verdict(@ForAll byte[] body, @ForAll("values") String id,
            @ForAll("values") String timestamp, @ForAll("values") String signature) {
        var request = Requests.of(body, "webhook-id", id, "webhook-timestamp", timestamp, "webhook-signature",
                signature);
        assertThat(verdict(request)).isInstanceOf(Forged.class);
    }

    @Property
    void another_body_under_a_signature_is_forged(@ForAll String body) {
        assertThat(verdict(request(ID, TIMESTAMP, SIGNATURE, body + BODY.repeat(2)))).isInstanceOf(Forged.class);
    }

    @Property
    void what_the_sender_signed_is_genuine(@ForAll("bodies") String body) {
        assertThat(verdict(request(ID, TIMESTAMP, sign(SECRET, ID, TIMESTAMP, body), body)))
                .isEqualTo(new Genuine());
    }

    @Provide
    Arbitrary<String> bodies() {
        return Arbitraries.strings().withCharRange(' ', '\u07ff').ofMaxLength(200);
    }

    @Provide
    Arbitrary<String> values() {
        var pieces = Arbitraries.of("v1", ",", " ", "v1a", "=", ".", ID, TIMESTAMP, "AAAA", "\u00e9", "\0", "9").list()
                .ofMaxSize(60).map(list -> String.join("", list));
        return Arbitraries.oneOf(Arbitraries.strings().ofMaxLength(300), pieces, Arbitraries.just(TIMESTAMP));
    }
}
