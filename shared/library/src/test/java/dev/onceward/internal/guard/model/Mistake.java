package dev.onceward.internal.guard.model;

import java.util.Map;
import java.util.Map.Entry;

/// A mistake in a function or a script of the guard, which the test plants on the way to the server.
///
/// @param where a text that only the function or script with the mistake contains
/// @param changes what stands there instead of what
record Mistake(String name, String where, Map<String, String> changes) {
    private static final String FENCE = "k.generation = lease_generation";
    private static final String NO_FENCE = "lease_generation > 0";
    private static final String RENEW = "FUNCTION onceward.renew_operation_key";
    private static final String RELEASE = "FUNCTION onceward.release_operation_key";
    private static final String CLAIM = "FUNCTION onceward.claim_operation_key(";

    static final Mistake NONE = new Mistake("none", "", Map.of());
    static final Mistake RENEWAL_WITHOUT_FENCE = new Mistake("no fence in renewal", RENEW,
            Map.of(FENCE, NO_FENCE));
    static final Mistake ANSWER_WITHOUT_FENCE = new Mistake("no fence when an answer is kept",
            "FUNCTION onceward.keep_operation_answer(", Map.of(FENCE, NO_FENCE));
    static final Mistake ANSWERS_WITHOUT_FENCE = new Mistake("no fence when many answers are kept",
            "FUNCTION onceward.keep_operation_answers(",
            Map.of("k.generation = ended.generation", "ended.generation > 0"));
    static final Mistake RELEASE_WITHOUT_FENCE = new Mistake("no fence in release", RELEASE,
            Map.of(FENCE, NO_FENCE));
    static final Mistake RELEASE_OF_COMPLETED = new Mistake("what has completed is released", RELEASE,
            Map.of("AND k.state IN ('processing', 'held')", "", "SET state = 'pending'",
                    "SET answer = NULL, state = 'pending'"));
    static final Mistake LIVING_LEASE_IGNORED = new Mistake("a claim ignores a living lease", CLAIM,
            Map.of("found_row.lease_until > clock_timestamp()", "false", "k.lease_until <= clock_timestamp()", "true"));
    static final Mistake HELD_KEY_TAKEN_OVER = new Mistake("a held key is taken over", CLAIM,
            Map.of("found_row.state = 'processing' AND hold", "false"));
    static final Mistake FREE_WITHOUT_TOKEN = new Mistake("no token in release",
            "return redis.call('DEL', key)\nend\nend",
            Map.of("state == 'processing' and other == token", "state == 'processing'"));
    static final Mistake ENTRY_WITHOUT_TOKEN = new Mistake("an answer in Redis replaces another token",
            "local function keep(", Map.of("~= token then", "== '' then"));
    static final Mistake RENEWAL_WITHOUT_TOKEN = new Mistake("a renewal in Redis replaces another token",
            "local function renew(",
            Map.of("if other ~= token then", "if other == '' then", "if state ~= 'processing' and state ~= 'held' then",
                    "if other == '' then"));

    String in(String text) {
        if (changes.isEmpty() || !text.contains(where)) {
            return text;
        }
        var changed = text;
        for (Entry<String, String> change : changes.entrySet()) {
            if (!changed.contains(change.getKey())) {
                throw new IllegalStateException("cannot plant %s: not found: %s".formatted(name, change.getKey()));
            }
            changed = changed.replace(change.getKey(), change.getValue());
        }
        return changed;
    }

    @Override
    public String toString() {
        return name;
    }
}
