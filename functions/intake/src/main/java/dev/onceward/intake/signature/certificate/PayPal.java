package dev.onceward.intake.signature.certificate;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.SingleHeader;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.PublicKeyOf;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Verifies PayPal's webhooks: an RSA signature over the transmission, the webhook's id and a checksum of the body, by
/// the key of a certificate that PayPal publishes. The source's secret is the webhook's id.
public final class PayPal implements Scheme {
    private static final String ID = "PAYPAL-TRANSMISSION-ID";
    private static final String TIME = "PAYPAL-TRANSMISSION-TIME";
    private static final String SIGNATURE = "PAYPAL-TRANSMISSION-SIG";
    private static final String CERTIFICATE = "PAYPAL-CERT-URL";
    private static final String ALGORITHM = "PAYPAL-AUTH-ALGO";

    /// Anybody may name an address in a request; only PayPal's own addresses are fetched.
    private static final Pattern PUBLISHED = Pattern.compile(
            "https://api(?:\\.sandbox)?\\.paypal\\.com/v1/notifications/certs/[A-Za-z0-9_-]{1,100}");

    private final List<SecretText> webhooks;
    private final PublishedKeys keys;

    public PayPal(List<SecretText> webhooks, PublishedKeys keys) {
        this.webhooks = List.copyOf(webhooks);
        this.keys = keys;
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        var signature = SingleHeader.header(request, SIGNATURE);
        var certificate = SingleHeader.header(request, CERTIFICATE);
        var algorithm = SingleHeader.header(request, ALGORITHM);
        if (signature.isEmpty() || certificate.isEmpty() || algorithm.isEmpty() || head(request).isEmpty()) {
            return SingleHeader.absent(request, ID, TIME, SIGNATURE, CERTIFICATE, ALGORITHM);
        }
        if (!algorithm.get().equals("SHA256withRSA") || !PUBLISHED.matcher(certificate.get()).matches()) {
            return new Unverified(RefusalReason.MALFORMED,
                    "only SHA256withRSA and certificates of api.paypal.com are accepted");
        }
        return Encoding.BASE64.decode(signature.get())
                .map(given -> compare(request, now, given, URI.create(certificate.get())))
                .orElseGet(() -> new Unverified(RefusalReason.MALFORMED, "the header " + SIGNATURE + " is not base64"));
    }

    private Verdict compare(Request request, Instant now, byte[] signature, URI address) {
        return keys.at(address)
                .flatMap(pem -> ReadCertificates.read(pem, now))
                .map(certificate -> judge(request, signature,
                        new PublicKeyOf("SHA256withRSA", certificate.getPublicKey())))
                .orElseGet(() -> new KeyUnavailable(address));
    }

    private Verdict judge(Request request, byte[] signature, PublicKeyOf key) {
        return webhooks.stream()
                .map(webhook -> NamedKey.judge(List.of(webhook.named(key)), List.of(signature),
                        content(request, webhook.text())))
                .filter(verdict -> !(verdict instanceof Unverified))
                .findFirst()
                .orElseGet(() -> new Unverified(RefusalReason.NO_MATCH, "no webhook id matches"));
    }

    private static SignedContent content(Request request, String webhook) {
        var checksum = new CRC32();
        checksum.update(request.bytes());
        return SignedContent.of((head(request).orElseThrow() + '|' + webhook.strip() + '|' + checksum.getValue())
                .getBytes(UTF_8));
    }

    private static Optional<String> head(Request request) {
        return SingleHeader.header(request, ID)
                .flatMap(id -> SingleHeader.header(request, TIME).map(time -> id + '|' + time));
    }
}
