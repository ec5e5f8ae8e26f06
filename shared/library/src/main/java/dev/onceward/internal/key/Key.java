package dev.onceward.internal.key;

import java.util.List;

/// A key in its scope. The scope keeps callers apart: the same characters from two sources are two keys.
public record Key(String scope, String value) {

    /// Makes one key of several values, hashed so that no two lists of values have the same key.
    public static Key composite(String scope, List<String> values) {
        return new Key(scope, Fingerprint.of(values).hex());
    }

    /// Makes the key of one body, where several bodies may share a key and each is a separate event. The first body
    /// gets such a key too: if it had the shared key, the others would be compared with that and become unknown when it
    /// expires.
    public Key apart(String fingerprint) {
        return new Key(scope, value + '~' + fingerprint);
    }
}
