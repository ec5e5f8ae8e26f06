package dev.onceward.key;

import dev.onceward.request.Request;

/// Where a key comes from. A rule makes keys, and knows its own when it sees one.
public sealed interface KeyRule
        permits HeaderRule, JsonRule, CompositeRule, ContentHashRule, HybridRule, UuidRule, DateRule, FirstRule,
        EventIdRule {

    int MAX_LENGTH = 255;

    ExtractedKey of(Request request);

    /// Whether this rule could have made the key.
    boolean accepts(String key);

    /// Whether some of its keys name several bodies, each of which is an event of its own.
    default boolean mayCollide() {
        return false;
    }
}
