package dev.onceward.runtime.signing;

import java.util.List;

/// A key that verifies signatures. It has no `toString`, so that it cannot be logged by accident.
public interface VerificationKey {

    /// Whether this key made one of the signatures, in time linear in the size of the content.
    boolean made(List<byte[]> signatures, SignedContent signedContent);
}
