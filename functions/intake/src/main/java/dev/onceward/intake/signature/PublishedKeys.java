package dev.onceward.intake.signature;

import java.net.URI;
import java.util.Optional;

/// Holds public keys and certificates that senders publish at an address.
public interface PublishedKeys {

    /// Holds no keys, so a scheme that needs a published key verifies nothing.
    PublishedKeys NONE = _ -> Optional.empty();

    /// The content that was last fetched from the address; empty if none was.
    Optional<byte[]> at(URI address);
}
