package dev.onceward.key;

import java.util.List;

/// A key in its scope. The scope keeps callers apart: the same characters from two sources are two keys.
public record Key(String scope, String value) {

    /// Several values as one key, hashed so that no two lists of values come out the same.
    public static Key composite(String scope, List<String> values) {
        return new Key(scope, CompositeRule.hash(values));
    }

    /// The key of another body under the same key, where both are welcome.
    public Key apart(String fingerprint) {
        return new Key(scope, value + '~' + fingerprint);
    }
}
