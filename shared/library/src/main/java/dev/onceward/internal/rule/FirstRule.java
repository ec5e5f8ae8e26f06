package dev.onceward.internal.rule;

import java.util.List;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.request.Request;

/// `header:Idempotency-Key | content-hash`: the first rule that finds a key. A malformed key is not skipped, because
/// its sender meant to send one.
record FirstRule(List<KeyRule> rules) implements KeyRule {

    @Override
    public ExtractedKey of(Request request) {
        ExtractedKey last = new Missing("a key");
        for (var rule : rules) {
            last = rule.of(request);
            if (!(last instanceof Missing)) {
                return last;
            }
        }
        return last;
    }

    @Override
    public boolean accepts(String key) {
        return rules.stream().anyMatch(rule -> rule.accepts(key));
    }

    @Override
    public boolean mayCollide() {
        return rules.stream().anyMatch(KeyRule::mayCollide);
    }
}
