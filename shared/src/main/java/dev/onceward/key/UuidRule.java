package dev.onceward.key;

import dev.onceward.key.ExtractedKey.Unkeyed;
import dev.onceward.request.Request;

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
