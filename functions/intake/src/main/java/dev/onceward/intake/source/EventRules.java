package dev.onceward.intake.source;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.rule.KeyRule;

/// Where the parts of an event are in the requests of a source, and how its events are stored.
///
/// @param orderingGroup the group within which ordering keys are compared; null means the source
/// @param retention how long a key is kept; null means forever
public record EventRules(KeyRule key, @Nullable KeyRule ordering, @Nullable String orderingGroup,
        @Nullable KeyRule type, String topic, OnMismatch onMismatch, @Nullable Duration retention) {

    /// Whether several bodies may share a key, each of them a separate event.
    public boolean shareKeys() {
        return onMismatch == OnMismatch.ACCEPT || key.mayCollide();
    }
}
