package dev.onceward.internal.key;

import java.util.List;

/// A key in its scope. The scope keeps callers apart: the same characters from two sources are two keys.
public record Key(String scope, String value) {

    /// Several values as one key, hashed so that no two lists of values come out the same.
    public static Key composite(String scope, List<String> values) {
        return new Key(scope, Fingerprint.of(values).hex());
    }

    /// The key of one body, where several may share a key and each is an event of its own. All of them are named like
    /// this, the first one too: if one had the plain key, then the others would be looked for under it, and be unknown as
    /// soon as it expires.
    public Key apart(String fingerprint) {
        return new Key(scope, value + '~' + fingerprint);
    }
}
