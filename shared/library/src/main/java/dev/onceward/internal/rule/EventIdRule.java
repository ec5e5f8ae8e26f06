package dev.onceward.internal.rule;

import java.util.List;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Fallback;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.request.Request;

/// `event-id`: the event id of the preset's sender. A verified request without a readable id is not refused: the hash
/// of its body is its key. The result tells such a key from an id, so that it is counted.
record EventIdRule(KeyRule id) implements KeyRule {
    private static final ContentHashRule CONTENT = new ContentHashRule(List.of());

    @Override
    public ExtractedKey of(Request request) {
        var found = id.of(request);
        return found instanceof Found ? found : new Fallback(request.fingerprint().hex(), found);
    }

    @Override
    public boolean accepts(String key) {
        return id.accepts(key) || CONTENT.accepts(key);
    }
}
