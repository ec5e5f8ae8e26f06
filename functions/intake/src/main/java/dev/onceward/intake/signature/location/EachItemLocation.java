package dev.onceward.intake.signature.location;

import java.util.LinkedHashSet;
import java.util.List;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;

/// `json:/list/*/pointer`: a value in each item of a list. An item without the value refuses the request, because it
/// would otherwise be accepted unverified.
public record EachItemLocation(JsonPointer list, JsonPointer pointer) implements ValueLocation {
    private static final int MOST_VALUES = 20;

    @Override
    public FoundValue<List<String>> in(Request request) {
        return switch (request.json()) {
            case Broken(var why) -> new NoValue<>(RefusalReason.MALFORMED, "the body must be JSON, but " + why);
            case ValidJson(var document) -> document.tree(list, this::items);
        };
    }

    private FoundValue<List<String>> items(JsonNode items) {
        var values = new LinkedHashSet<String>();
        for (var item : items) {
            if (!(new JsonLocation(pointer).in(item) instanceof Value<String>(var value))) {
                return new NoValue<>(RefusalReason.MISSING, "an item has no " + this);
            }
            values.add(value);
        }
        if (values.size() > MOST_VALUES) {
            return new NoValue<>(RefusalReason.REPEATED, "the items have more than " + MOST_VALUES + " of the " + this);
        }
        return values.isEmpty()
                ? new NoValue<>(RefusalReason.MISSING, "there is no " + this)
                : new Value<>(List.copyOf(values));
    }

    @Override
    public String toString() {
        return "value at " + list + "/*" + pointer + " in the body";
    }
}
