package dev.onceward.key;

/// What a rule made of a request.
public sealed interface Extracted {

    /// @param mayCollide whether another body under this key is another event, whatever the source says of mismatches
    record Found(String key, boolean mayCollide) implements Extracted {

        public Found(String key) {
            this(key, false);
        }
    }

    /// The request has no key, and the rule is content with that: each request is an event of its own.
    record Unkeyed() implements Extracted {}

    /// @param what names what is missing
    record Missing(String what) implements Extracted {}

    /// @param what says what is wrong and what is allowed, and quotes nothing of the request
    record Malformed(String what) implements Extracted {}
}
