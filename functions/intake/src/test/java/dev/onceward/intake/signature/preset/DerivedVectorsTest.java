package dev.onceward.intake.signature.preset;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Requests of senders that publish no example, signed again as their documentation says and with what Java has, by
/// nothing that is tested here. The times and addresses are written out: they are what the sender signed.
class DerivedVectorsTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            acuity             | HmacSHA256 | text   | BODY                | X-Acuity-Signature: BASE64
            airtable           | HmacSHA256 | base64 | BODY                | X-Airtable-Content-MAC: hmac-sha256=HEX
            asana              | HmacSHA256 | text   | BODY                | X-Hook-Signature: HEX
            bitbucket          | HmacSHA256 | text   | BODY                | X-Hub-Signature: sha256=HEX
            buildkite          | HmacSHA256 | text   | 1700000000.BODY     | X-Buildkite-Signature: timestamp=1700000000,signature=HEX
            cal-com            | HmacSHA256 | text   | BODY                | X-Cal-Signature-256: HEX
            calendly           | HmacSHA256 | text   | 1700000000.BODY     | Calendly-Webhook-Signature: t=1700000000,v1=HEX
            checkout-com       | HmacSHA256 | text   | BODY                | Cko-Signature: HEX
            clickup            | HmacSHA256 | text   | BODY                | X-Signature: HEX
            customerio         | HmacSHA256 | text   | v0:1700000000:BODY  | X-CIO-Signature: HEX
            docusign           | HmacSHA256 | text   | BODY                | X-DocuSign-Signature-1: BASE64
            docusign-2         | HmacSHA256 | text   | BODY                | X-DocuSign-Signature-2: BASE64
            dropbox            | HmacSHA256 | text   | BODY                | X-Dropbox-Signature: HEX
            gitea              | HmacSHA256 | text   | BODY                | X-Gitea-Signature: HEX
            gocardless         | HmacSHA256 | text   | BODY                | Webhook-Signature: HEX
            grafana            | HmacSHA256 | text   | BODY                | X-Grafana-Alerting-Signature: HEX
            help-scout         | HmacSHA1   | text   | BODY                | X-HelpScout-Signature: BASE64
            heroku             | HmacSHA256 | text   | BODY                | Heroku-Webhook-Hmac-SHA256: BASE64
            hmac-sha1          | HmacSHA1   | text   | BODY                | X-Hub-Signature: sha1=HEX
            hmac-sha256-base64 | HmacSHA256 | text   | BODY                | X-Webhook-Signature: BASE64
            hmac-sha512        | HmacSHA512 | text   | BODY                | X-Hub-Signature: sha512=HEX
            instagram          | HmacSHA256 | text   | BODY                | X-Hub-Signature-256: sha256=HEX
            intercom           | HmacSHA1   | text   | BODY                | X-Hub-Signature: sha1=HEX
            jira               | HmacSHA256 | text   | BODY                | X-Hub-Signature: sha256=HEX
            knock              | HmacSHA256 | text   | 1700000000000.BODY  | x-knock-signature: t=1700000000000,s=BASE64
            lemon-squeezy      | HmacSHA256 | text   | BODY                | X-Signature: HEX
            messenger          | HmacSHA256 | text   | BODY                | X-Hub-Signature-256: sha256=HEX
            nylas              | HmacSHA256 | text   | BODY                | X-Nylas-Signature: HEX
            onfleet            | HmacSHA512 | hex    | BODY                | X-Onfleet-Signature: HEX
            quickbooks         | HmacSHA256 | text   | BODY                | intuit-signature: BASE64
            sentry             | HmacSHA256 | text   | BODY                | Sentry-Hook-Signature: HEX
            taiga              | HmacSHA1   | text   | BODY                | X-TAIGA-WEBHOOK-SIGNATURE: HEX
            trello             | HmacSHA1   | text   | BODYhttps://example.com/hooks/trello?memberID=14&mainModel=true | X-Trello-Webhook: BASE64
            trello-2           | HmacSHA1   | text   | BODYhttps://example.com/hooks/trello | X-Trello-Webhook: BASE64
            twitch             | HmacSHA256 | text   | e76c6bd4-55c9-4987-8304-da1588d8988b2023-11-14T22:13:20.123456789ZBODY | Twitch-Eventsub-Message-Signature: sha256=HEX
            twitch-2           | HmacSHA256 | text   | k1SWN3SGe2BeNYxkD_cjR4maZ99PDRDd6Zx48W9t5qw=2023-11-14T22:13:20.123456789ZBODY | Twitch-Eventsub-Message-Signature: sha256=HEX
            typeform           | HmacSHA256 | text   | BODY                | Typeform-Signature: sha256=BASE64
            vercel             | HmacSHA1   | text   | BODY                | x-vercel-signature: HEX
            whatsapp           | HmacSHA256 | text   | BODY                | X-Hub-Signature-256: sha256=HEX
            woocommerce        | HmacSHA256 | text   | BODY                | X-WC-Webhook-Signature: BASE64
            x                  | HmacSHA256 | text   | BODY                | x-twitter-webhooks-signature: sha256=BASE64
            x-2                | HmacSHA256 | text   | BODY                | X-Twitter-Webhooks-Signature-OAuth2: sha256=BASE64
            xero               | HmacSHA256 | text   | BODY                | x-xero-signature: BASE64
            zendesk            | HmacSHA256 | text   | 2023-11-14T22:13:20ZBODY | X-Zendesk-Webhook-Signature: BASE64
            zoom               | HmacSHA256 | text   | v0:1700000000:BODY  | x-zm-signature: v0=HEX
            """)
    void the_signature_of_each_derived_vector_equals_an_independently_computed_signature(String name, String algorithm,
            String secret, String signed,
            String header) {
        var signedVector = SignedVector.named(name);
        var mac = mac(algorithm, key(secret, signedVector.secret()), bytes(signed, signedVector.body().getBytes()));
        var made = header.replace("BASE64", Base64.getEncoder().encodeToString(mac))
                .replace("HEX", HexFormat.of().formatHex(mac));
        assertThat(lines(signedVector)).contains(made);
    }

    /// RFC 7515: what is signed are the two parts in front, as they are written.
    @Test
    void the_token_of_the_netlify_vector_equals_an_independently_computed_token() {
        var netlify = SignedVector.named("netlify");
        var signed = base64url("{\"alg\":\"HS256\"}".getBytes(UTF_8)) + "."
                + base64url("{\"iss\":\"netlify\",\"sha256\":\"%s\"}".formatted(sha256(netlify.body().getBytes()))
                        .getBytes(UTF_8));
        var mac = mac("HmacSHA256", netlify.secret().getBytes(UTF_8), signed.getBytes(UTF_8));
        assertThat(lines(netlify)).contains("X-Webhook-Signature: " + signed + "." + base64url(mac));
    }

    private static List<String> lines(SignedVector signedVector) {
        return signedVector.headers().stream().map(header -> header.getKey() + ": " + header.getValue()).toList();
    }

    private static byte[] key(String form, String secret) {
        return switch (form) {
            case "base64" -> Base64.getDecoder().decode(secret);
            case "hex" -> HexFormat.of().parseHex(secret);
            default -> secret.getBytes(UTF_8);
        };
    }

    private static byte[] bytes(String signed, byte[] body) {
        var at = signed.indexOf("BODY");
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(signed.substring(0, at).getBytes(UTF_8));
        bytes.writeBytes(body);
        bytes.writeBytes(signed.substring(at + "BODY".length()).getBytes(UTF_8));
        return bytes.toByteArray();
    }

    private static byte[] mac(String algorithm, byte[] key, byte[] bytes) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
