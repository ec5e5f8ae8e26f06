package dev.onceward.intake.signature;

import java.util.List;

import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.Verdict.Genuine;
import dev.onceward.runtime.signing.CheckingKey;
import dev.onceward.runtime.signing.SignedContent;

/// A key and the id by which people speak of it.
public record NamedKey(String id, CheckingKey key) {

    /// Which of the keys made one of the signatures.
    public static Verdict judge(List<NamedKey> keys, List<byte[]> signatures, SignedContent signedContent) {
        return keys.stream().filter(named -> named.key.made(signatures, signedContent)).findFirst()
                .<Verdict>map(named -> new Genuine(named.id))
                .orElseGet(() -> new Forged(RefusalReason.NO_MATCH, "no secret matches"));
    }
}
