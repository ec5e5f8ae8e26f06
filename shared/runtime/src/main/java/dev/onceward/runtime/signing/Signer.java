package dev.onceward.runtime.signing;

import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Signs requests as Standard Webhooks prescribes, with each of its keys, so that a receiver can start using a new key
/// while the old one is still in use. `whsec_…` signs with `v1`, `whsk_…` with `v1a`.
public final class Signer {
    private final List<SigningKey> keys;

    private Signer(List<SigningKey> keys) {
        this.keys = keys;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    public static Signer of(List<String> secrets) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("is missing: at least one is needed to sign with");
        }
        return new Signer(secrets.stream().map(SigningKey::of).toList());
    }

    /// Returns the headers that sign a request.
    ///
    /// @param id the same for every attempt, without a dot
    /// @param at the time of this attempt
    public Map<String, String> sign(String id, Instant at, byte[] body) {
        var timestamp = Long.toString(at.getEpochSecond());
        var signedContent = SignedContent.ofStandardWebhook(id, timestamp, body);
        return Map.of("webhook-id", id, "webhook-timestamp", timestamp, "webhook-signature",
                keys.stream().map(key -> signature(key, signedContent)).collect(Collectors.joining(" ")));
    }

    private static String signature(SigningKey key, SignedContent signedContent) {
        return key.version() + ',' + Base64.getEncoder().encodeToString(key.sign(signedContent));
    }
}
