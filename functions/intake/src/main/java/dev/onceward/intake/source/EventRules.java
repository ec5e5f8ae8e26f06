package dev.onceward.intake.source;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.rule.KeyRule;

/// What is read from the requests of a source, and where.
///
/// @param orderingGroup what ordering keys are bound to; nothing means the source
public record EventRules(KeyRule key, @Nullable KeyRule orderingRule, @Nullable String orderingGroup,
        @Nullable KeyRule typeRule) {

    /// An event without an ordering key is in no order with any other, which is no reason to refuse it.
    public ExtractedKey ordering(Request request) {
        var found = orderingRule == null ? new Unkeyed() : orderingRule.of(request);
        return found instanceof Missing ? new Unkeyed() : found;
    }

    /// Nor is one whose type cannot be read.
    public @Nullable String type(Request request) {
        return typeRule != null && typeRule.of(request) instanceof Found(var type, var _) ? type : null;
    }
}
