package dev.onceward.intake.signature;

import java.net.URI;
import java.util.Optional;

/// Public keys and certificates that senders publish at an address.
public interface PublishedKeys {

    /// None is at hand; a scheme that needs one says so.
    PublishedKeys NONE = _ -> Optional.empty();

    /// What was last fetched from there, if it was.
    Optional<byte[]> at(URI address);
}
