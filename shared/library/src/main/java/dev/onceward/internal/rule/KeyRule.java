package dev.onceward.internal.rule;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.request.Request;

/// Derives the key of a request, and recognises keys that it could have derived.
public sealed interface KeyRule
        permits HeaderRule, JsonRule, CompositeRule, ContentHashRule, HybridRule, KeyRule.UuidRule, DateRule,
        FirstRule, EventIdRule {

    ExtractedKey of(Request request);

    /// Whether this rule could have made the key.
    boolean accepts(String key);

    /// Whether some keys of this rule belong to several bodies, each of which is a separate event.
    default boolean mayCollide() {
        return false;
    }

    /// `uuid`: no deduplication. Every request is a separate event.
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
