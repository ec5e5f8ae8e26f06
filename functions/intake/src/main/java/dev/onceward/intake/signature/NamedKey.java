package dev.onceward.intake.signature;

import java.util.List;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.runtime.signing.VerificationKey;

/// A key with the id that names it in metrics and logs.
public record NamedKey(String id, VerificationKey key) {

    /// Verifies that one of the keys made one of the signatures.
    public static Verdict judge(List<NamedKey> keys, List<byte[]> signatures, SignedContent signedContent) {
        return keys.stream().filter(named -> named.key.made(signatures, signedContent)).findFirst()
                .<Verdict>map(named -> new Verified(named.id))
                .orElseGet(() -> new Unverified(RefusalReason.NO_MATCH, "no secret matches"));
    }
}
