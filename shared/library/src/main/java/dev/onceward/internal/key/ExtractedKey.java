package dev.onceward.internal.key;

import java.util.Optional;

/// What a rule made of a request.
public sealed interface ExtractedKey {

    /// The key, wherever it is from, if there is one.
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

    /// The id that the sender gave could not be read, and the hash of the body is the key in its place. A retry whose body
    /// differs then has another key, and is stored again.
    ///
    /// @param unread why the id could not be read
    record Fallback(String key, ExtractedKey unread) implements ExtractedKey {}

    /// The request has no key, and the rule is content with that: each request is an event of its own.
    record Unkeyed() implements ExtractedKey {}

    /// @param what names what is missing
    record Missing(String what) implements ExtractedKey {}

    /// @param what says what is wrong and what is allowed, and quotes nothing of the request
    record Malformed(String what) implements ExtractedKey {}
}
