package dev.onceward.signature;

import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.onceward.request.Request;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// Standard Webhooks, version `v1`: HMAC-SHA256 over `id.timestamp.body`. Any of several secrets will do, so that they
/// can be rotated, and any of several signatures. The timestamp is the sender's and is held against this machine's
/// clock, hence the tolerance; what is replayed inside it, the key ends.
record StandardWebhooks(List<Secret> secrets, Duration tolerance, Clock clock) implements Scheme {
    static final String ID = "webhook-id";
    static final String TIMESTAMP = "webhook-timestamp";
    static final String SIGNATURE = "webhook-signature";

    /// With a dot in it, signed bytes could be cut into another id, time and body.
    private static final Pattern ID_FORM = Pattern.compile("[!-~&&[^.]]{1,255}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final int MOST_SIGNATURES = 20;

    @Override
    public Verdict verify(Request request) {
        var id = once(request, ID);
        var timestamp = once(request, TIMESTAMP);
        var signature = once(request, SIGNATURE);
        if (id == null || timestamp == null || signature == null) {
            return new Forged("a header of webhook-id, webhook-timestamp, webhook-signature is missing or came twice");
        }
        if (!ID_FORM.matcher(id).matches()) {
            return new Forged("webhook-id has other characters than printable ASCII without a dot");
        }
        if (!SECONDS.matcher(timestamp).matches()) {
            return new Forged("webhook-timestamp is not a number of seconds");
        }
        var age = clock.instant().getEpochSecond() - Long.parseLong(timestamp);
        return Math.abs(age) > tolerance.toSeconds()
                ? new Forged("the timestamp is " + age + " s old, " + tolerance.toSeconds() + " are tolerated")
                : compare(signature, (id + '.' + timestamp + '.').getBytes(US_ASCII), request.bytes());
    }

    private Verdict compare(String signatures, byte[] head, byte[] body) {
        var expected = secrets.stream().map(secret -> secret.sign(head, body)).toList();
        var matches = Pattern.compile(" ").splitAsStream(signatures)
                .limit(MOST_SIGNATURES)
                .filter(signature -> signature.startsWith("v1,"))
                .map(signature -> decoded(signature.substring(3)))
                .anyMatch(
                        given -> given != null && expected.stream().anyMatch(own -> MessageDigest.isEqual(own, given)));
        return matches ? new Genuine() : new Forged("no secret matches");
    }

    private static byte @Nullable [] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    private static @Nullable String once(Request request, String name) {
        var values = request.headers(name);
        return values.size() == 1 && !values.getFirst().isEmpty() ? values.getFirst() : null;
    }
}
