package dev.onceward.intake.source;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.rule.KeyRule;

/// What is read from the requests of a source, and how their events are stored.
///
/// @param orderingGroup what ordering keys are bound to; nothing means the source
/// @param retention how long a key is kept; nothing means forever
public record EventRules(KeyRule key, @Nullable KeyRule orderingRule, @Nullable String orderingGroup,
        @Nullable KeyRule typeRule, String topic, OnMismatch onMismatch, @Nullable Duration retention) {

    /// An event without an ordering key is in no order with any other, which is no reason to refuse it.
    public ExtractedKey ordering(Request request) {
        var found = orderingRule == null ? new Unkeyed() : orderingRule.of(request);
        return found instanceof Missing ? new Unkeyed() : found;
    }

    /// An event whose type cannot be read is not refused either.
    public @Nullable String type(Request request) {
        return typeRule != null && typeRule.of(request) instanceof Found(var type, var _) ? type : null;
    }

    /// Whether several bodies may share a key, each of them an event of its own.
    public boolean shareKeys() {
        return onMismatch == OnMismatch.ACCEPT || key.mayCollide();
    }
}
