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
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.SingleHeader;
import dev.onceward.intake.signature.field.TimestampUnit;
import dev.onceward.intake.signature.field.Tolerance;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

/// Verifies Standard Webhooks: signatures over `id.timestamp.body`, HMAC-SHA256 (`v1`) for a shared secret, ed25519
/// (`v1a`) for a public key. Any of several keys may match, so that keys can be rotated, and any of several signatures.
/// The sender's timestamp is compared with this machine's clock, hence the tolerance; a request that is replayed within
/// the tolerance is a duplicate by its key.
public final class StandardWebhooks implements Scheme {
    /// An id with a dot would allow the signed bytes to be divided into another id, timestamp and body.
    private static final Pattern ID_FORM = Pattern.compile("[!-~&&[^.]]+");
    private static final int LONGEST_ID = 255;
    private static final Pattern BETWEEN = Pattern.compile(" ");
    private static final int MOST_SIGNATURES = 20;

    private final List<StandardKey> keys;
    private final Headers headers;
    private final Tolerance tolerance;

    /// @param prefix of the headers: `webhook` in the specification, `svix` in its older form
    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public StandardWebhooks(List<SecretText> secrets, String prefix, @Nullable Duration tolerance) {
        this(secrets.stream().map(StandardKey::of).toList(), Headers.of(prefix), new Tolerance(tolerance));
    }

    private StandardWebhooks(List<StandardKey> keys, Headers headers, Tolerance tolerance) {
        this.keys = keys;
        this.headers = headers;
        this.tolerance = tolerance;
    }

    /// Makes the scheme of a sender whose secrets are plain text without an encoding.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public static StandardWebhooks ofTexts(List<SecretText> secrets, String prefix, @Nullable Duration tolerance) {
        return new StandardWebhooks(secrets.stream().map(StandardKey::ofText).toList(), Headers.of(prefix),
                new Tolerance(tolerance));
    }

    /// The names of the headers that hold id, timestamp and signatures.
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
            return new Unverified(RefusalReason.MALFORMED,
                    headers.id + " has " + id.length() + " characters; " + LONGEST_ID + " are the most");
        }
        if (!ID_FORM.matcher(id).matches()) {
            return new Unverified(RefusalReason.MALFORMED,
                    headers.id + " has other characters than printable ASCII without a dot");
        }
        return TimestampUnit.SECONDS.read(timestamp)
                .map(at -> tolerance.refusal(at, now)
                        .orElseGet(() -> compare(signature,
                                SignedContent.ofStandardWebhook(id, timestamp, request.bytes()))))
                .orElseGet(() -> new Unverified(RefusalReason.MALFORMED,
                        headers.timestamp + " is not " + TimestampUnit.SECONDS.form()));
    }

    private Verdict compare(String signatures, SignedContent signedContent) {
        return keys.stream()
                .map(key -> NamedKey.judge(List.of(key.key()), of(key.version(), signatures), signedContent))
                .filter(verdict -> !(verdict instanceof Unverified))
                .findFirst()
                .orElseGet(() -> new Unverified(RefusalReason.NO_MATCH, "no secret matches"));
    }

    /// Returns the signatures of one version, so that a key never verifies a signature of another version.
    private static List<byte[]> of(String version, String signatures) {
        return BETWEEN.splitAsStream(signatures)
                .limit(MOST_SIGNATURES)
                .filter(signature -> signature.startsWith(version + ","))
                .map(signature -> Encoding.BASE64.decode(signature.substring(version.length() + 1)))
                .flatMap(Optional::stream)
                .toList();
    }
}
