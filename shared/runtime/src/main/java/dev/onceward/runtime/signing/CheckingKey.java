package dev.onceward.runtime.signing;

import java.util.List;

/// What a stranger's signatures are held against. It has no text of its own, so that it cannot be logged by accident.
public interface CheckingKey {

    /// Whether one of the signatures is genuine, in time linear in the content's size.
    boolean made(List<byte[]> signatures, SignedContent signedContent);
}
