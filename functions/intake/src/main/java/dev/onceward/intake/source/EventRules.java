package dev.onceward.intake.source;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.rule.KeyRule;

/// Where the parts of an event are in the requests of a source, and how its events are stored.
///
/// @param orderingGroup what ordering keys are bound to; nothing means the source
/// @param retention how long a key is kept; nothing means forever
public record EventRules(KeyRule key, @Nullable KeyRule ordering, @Nullable String orderingGroup,
        @Nullable KeyRule type, String topic, OnMismatch onMismatch, @Nullable Duration retention) {

    /// Whether several bodies may share a key, each of them an event of its own.
    public boolean shareKeys() {
        return onMismatch == OnMismatch.ACCEPT || key.mayCollide();
    }
}
