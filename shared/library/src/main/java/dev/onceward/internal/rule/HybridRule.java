package dev.onceward.internal.rule;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.request.Request;

/// `hybrid[:/a,/b]`: the content hash, but two requests with the same hash and different bodies are different events.
record HybridRule(ContentHashRule content) implements KeyRule {

    @Override
    public ExtractedKey of(Request request) {
        var hashed = content.of(request);
        return hashed instanceof Found(var key, var _) ? new Found(key, true) : hashed;
    }

    @Override
    public boolean accepts(String key) {
        return content.accepts(key);
    }

    @Override
    public boolean mayCollide() {
        return true;
    }
}
