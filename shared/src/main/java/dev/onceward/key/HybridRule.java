package dev.onceward.key;

import dev.onceward.key.ExtractedKey.Found;
import dev.onceward.request.Request;

/// `hybrid[:/a,/b]`: the content hash, but two bodies that share it are compared whole, and another body is another
/// event.
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
