package dev.onceward.intake.signature.sender;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.SingleHeader;
import dev.onceward.intake.signature.field.TimestampUnit;
import dev.onceward.intake.signature.field.Tolerance;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

/// Standard Webhooks: signatures over `id.timestamp.body`, HMAC-SHA256 (`v1`) for a shared secret, ed25519 (`v1a`) for a
/// public key. Any of several keys will do, so that they can be rotated, and any of several signatures. The timestamp is
/// the sender's and is held against this machine's clock, hence the tolerance; what is replayed inside it, the key ends.
public final class StandardWebhooks implements Scheme {
    /// With a dot in it, signed bytes could be cut into another id, time and body.
    private static final Pattern ID_FORM = Pattern.compile("[!-~&&[^.]]+");
    private static final int LONGEST_ID = 255;
    private static final Pattern BETWEEN = Pattern.compile(" ");
    private static final int MOST_SIGNATURES = 20;

    private final List<StandardKey> keys;
    private final Headers headers;
    private final Tolerance tolerance;

    /// @param prefix of its headers: `webhook` in the specification, `svix` where that is older
    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public StandardWebhooks(List<SecretText> secrets, String prefix, @Nullable Duration tolerance) {
        this(secrets.stream().map(StandardKey::of).toList(), Headers.of(prefix), new Tolerance(tolerance));
    }

    private StandardWebhooks(List<StandardKey> keys, Headers headers, Tolerance tolerance) {
        this.keys = keys;
        this.headers = headers;
        this.tolerance = tolerance;
    }

    /// The same for a sender whose secrets are plain text, which nothing encodes.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public static StandardWebhooks ofTexts(List<SecretText> secrets, String prefix, @Nullable Duration tolerance) {
        return new StandardWebhooks(secrets.stream().map(StandardKey::ofText).toList(), Headers.of(prefix),
                new Tolerance(tolerance));
    }

    /// Where a request says what it is and who signed it.
    record Headers(String id, String timestamp, String signature) {
        static Headers of(String prefix) {
            return new Headers(prefix + "-id", prefix + "-timestamp", prefix + "-signature");
        }
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        var id = SingleHeader.header(request, headers.id).orElse("");
        var timestamp = SingleHeader.header(request, headers.timestamp).orElse("");
        var signature = SingleHeader.header(request, headers.signature).orElse("");
        if (id.isEmpty() || timestamp.isEmpty() || signature.isEmpty()) {
            return SingleHeader.absent(request, headers.id, headers.timestamp, headers.signature);
        }
        if (id.length() > LONGEST_ID) {
            return new Forged(RefusalReason.MALFORMED,
                    headers.id + " has " + id.length() + " characters; " + LONGEST_ID + " are the most");
        }
        if (!ID_FORM.matcher(id).matches()) {
            return new Forged(RefusalReason.MALFORMED,
                    headers.id + " has other characters than printable ASCII without a dot");
        }
        return TimestampUnit.SECONDS.read(timestamp)
                .map(at -> tolerance.refusal(at, now)
                        .orElseGet(() -> compare(signature,
                                SignedContent.ofStandardWebhook(id, timestamp, request.bytes()))))
                .orElseGet(() -> new Forged(RefusalReason.MALFORMED,
                        headers.timestamp + " is not " + TimestampUnit.SECONDS.form()));
    }

    private Verdict compare(String signatures, SignedContent signedContent) {
        return keys.stream()
                .map(key -> NamedKey.judge(List.of(key.key()), of(key.version(), signatures), signedContent))
                .filter(verdict -> !(verdict instanceof Forged))
                .findFirst()
                .orElseGet(() -> new Forged(RefusalReason.NO_MATCH, "no secret matches"));
    }

    /// A signature of one version is never taken for one of another.
    private static List<byte[]> of(String version, String signatures) {
        return BETWEEN.splitAsStream(signatures)
                .limit(MOST_SIGNATURES)
                .filter(signature -> signature.startsWith(version + ","))
                .map(signature -> Encoding.BASE64.decode(signature.substring(version.length() + 1)))
                .flatMap(Optional::stream)
                .toList();
    }
}
