package dev.onceward.intake.signature.certificate;

import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.SingleHeader;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/// Verifies the client certificate that an ingress forwards after it terminated TLS. The certificate's SHA-256
/// fingerprint must be one of the source's. This is safe only if nobody but the ingress can reach intake, and if the
/// ingress removes such headers from outside.
public final class ForwardedCertificate implements Scheme {
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");

    /// A pair in Envoy's header; a quoted value may contain any character.
    private static final Pattern PAIR = Pattern.compile(
            "\\G([A-Za-z]++)=(\"(?:[^\"\\\\]|\\\\.)*+\"|[^\",;]*+)(;|$)");

    private final List<SecretText> fingerprints;
    private final Ingress ingress;

    /// The software that writes the header.
    public enum Ingress {
        ENVOY("X-Forwarded-Client-Cert"), NGINX("ssl-client-cert"), TRAEFIK("X-Forwarded-Tls-Client-Cert");

        private final String header;

        Ingress(String header) {
            this.header = header;
        }
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public ForwardedCertificate(List<SecretText> fingerprints, Ingress ingress) {
        this.fingerprints = fingerprints.stream().map(one -> new SecretText(one.id(), plain(one.text()))).toList();
        this.ingress = ingress;
    }

    private static String plain(String text) {
        var plain = text.replace(":", "").strip().toLowerCase(Locale.ROOT);
        if (!FINGERPRINT.matcher(plain).matches()) {
            throw new IllegalArgumentException("must be SHA-256 fingerprints of certificates: 64 hexadecimal digits");
        }
        return plain;
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        if (ingress == Ingress.NGINX
                && !SingleHeader.header(request, "ssl-client-verify").equals(Optional.of("SUCCESS"))) {
            return new Unverified(RefusalReason.MISSING, "the header ssl-client-verify does not say SUCCESS");
        }
        return SingleHeader.header(request, ingress.header)
                .map(text -> fingerprint(text).map(this::judge)
                        .orElseGet(() -> new Unverified(RefusalReason.MALFORMED, "the header " + ingress.header
                                + " has not one certificate")))
                .orElseGet(() -> SingleHeader.absent(request, ingress.header));
    }

    private Verdict judge(String fingerprint) {
        return fingerprints.stream()
                .filter(known -> MessageDigest.isEqual(known.text().getBytes(US_ASCII), fingerprint.getBytes(US_ASCII)))
                .findFirst()
                .<Verdict>map(known -> new Verified(known.id()))
                .orElseGet(() -> new Unverified(RefusalReason.NO_MATCH, "the certificate is none of this source's"));
    }

    private Optional<String> fingerprint(String header) {
        return switch (ingress) {
            case ENVOY -> hash(header);
            case NGINX -> decoded(header).flatMap(pem -> hashOf(pem.getBytes(UTF_8)));
            case TRAEFIK -> Encoding.BASE64.decode(header.split(",", 2)[0]).flatMap(ForwardedCertificate::hashOf);
        };
    }

    /// Accepts exactly one hash, because a caller may have written further elements.
    private static Optional<String> hash(String header) {
        var pair = PAIR.matcher(header);
        var hashes = new ArrayList<String>();
        var end = 0;
        while (pair.find()) {
            if (pair.group(1).equals("Hash")) {
                hashes.add(pair.group(2));
            }
            end = pair.end();
        }
        return end == header.length() && hashes.size() == 1 ? Optional.of(hashes.getFirst()) : Optional.empty();
    }

    private static Optional<String> decoded(String header) {
        try {
            return Optional.of(URLDecoder.decode(header.replace("+", "%2B"), UTF_8));
        } catch (IllegalArgumentException otherwise) {
            return Optional.empty();
        }
    }

    private static Optional<String> hashOf(byte[] bytes) {
        return ReadCertificates.parse(bytes).flatMap(ForwardedCertificate::hashOf);
    }

    private static Optional<String> hashOf(X509Certificate certificate) {
        try {
            return Optional.of(Fingerprint.sha256(certificate.getEncoded()));
        } catch (CertificateEncodingException otherwise) {
            return Optional.empty();
        }
    }
}
