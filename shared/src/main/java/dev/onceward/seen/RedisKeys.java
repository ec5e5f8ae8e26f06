package dev.onceward.seen;

import dev.onceward.key.Key;

/// The scope stands in a hash tag, so that all keys of a scope live in one slot of a cluster and can travel in one
/// command.
final class RedisKeys {
    private RedisKeys() {}

    static String seen(Key key) {
        return "i9y:{" + key.scope() + "}:seen:" + key.value();
    }
}
