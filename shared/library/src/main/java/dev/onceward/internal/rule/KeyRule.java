package dev.onceward.internal.rule;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.request.Request;

/// Where a key comes from. A rule makes keys, and knows its own when it sees one.
public sealed interface KeyRule
        permits HeaderRule, JsonRule, CompositeRule, ContentHashRule, HybridRule, KeyRule.UuidRule, DateRule,
        FirstRule, EventIdRule {

    ExtractedKey of(Request request);

    /// Whether this rule could have made the key.
    boolean accepts(String key);

    /// Whether some of its keys name several bodies, each of which is an event of its own.
    default boolean mayCollide() {
        return false;
    }

    /// `uuid`: no dedup. Every request is an event of its own, known by its id alone.
    record UuidRule() implements KeyRule {
        @Override
        public ExtractedKey of(Request request) {
            return new Unkeyed();
        }

        @Override
        public boolean accepts(String key) {
            return false;
        }
    }
}
