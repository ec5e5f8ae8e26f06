package dev.onceward.signature;

import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.onceward.request.Request;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// Standard Webhooks: signatures over `id.timestamp.body`, HMAC-SHA256 (`v1`) for a shared secret, ed25519 (`v1a`) for a
/// public key. Any of several keys will do, so that they can be rotated, and any of several signatures. The timestamp is
/// the sender's and is held against this machine's clock, hence the tolerance; what is replayed inside it, the key ends.
record StandardWebhooks(List<CheckingKey> keys, Duration tolerance, Clock clock) implements Scheme {
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
                : compare(signature, head(id, timestamp), request.bytes());
    }

    static byte[] head(String id, String timestamp) {
        return (id + '.' + timestamp + '.').getBytes(US_ASCII);
    }

    private Verdict compare(String signatures, byte[] head, byte[] body) {
        return keys.stream().anyMatch(key -> key.made(of(key.version(), signatures), head, body))
                ? new Genuine()
                : new Forged("no secret matches");
    }

    /// A signature of one version is never taken for one of another.
    private static Stream<byte[]> of(String version, String signatures) {
        return Pattern.compile(" ").splitAsStream(signatures)
                .limit(MOST_SIGNATURES)
                .filter(signature -> signature.startsWith(version + ","))
                .flatMap(signature -> decoded(signature.substring(version.length() + 1)).stream());
    }

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static @Nullable String once(Request request, String name) {
        var values = request.headers(name);
        return values.size() == 1 && !values.getFirst().isEmpty() ? values.getFirst() : null;
    }
}
