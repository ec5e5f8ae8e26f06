package dev.onceward.internal.key;

import java.util.Optional;

/// The result of applying a key rule to a request.
public sealed interface ExtractedKey {

    /// Returns the key, if there is one.
    default Optional<String> value() {
        return switch (this) {
            case Found(var key, var _) -> Optional.of(key);
            case Fallback(var key, var _) -> Optional.of(key);
            case Unkeyed _,Missing _,Malformed _ -> Optional.empty();
        };
    }

    /// @param mayCollide whether another body under this key is another event, whatever the source says of mismatches
    record Found(String key, boolean mayCollide) implements ExtractedKey {

        public Found(String key) {
            this(key, false);
        }
    }

    /// The sender's event id could not be read, so the hash of the body is the key. A retry with another body has
    /// another key and is stored again.
    ///
    /// @param unread why the id could not be read
    record Fallback(String key, ExtractedKey unread) implements ExtractedKey {}

    /// The rule allows a request without a key. Each request is then a separate event.
    record Unkeyed() implements ExtractedKey {}

    /// @param what names the missing part
    record Missing(String what) implements ExtractedKey {}

    /// @param what says what is wrong and what is allowed, and quotes nothing of the request
    record Malformed(String what) implements ExtractedKey {}
}
