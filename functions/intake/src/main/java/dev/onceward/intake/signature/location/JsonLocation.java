package dev.onceward.intake.signature.location;

import java.util.List;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;

/// `json:/pointer`: a string or a whole number in the body.
public record JsonLocation(JsonPointer pointer) implements ValueLocation {

    @Override
    public FoundValue<List<String>> in(Request request) {
        return switch (request.json()) {
            case Broken(var why) -> new NoValue<>(RefusalReason.MALFORMED, "the body must be JSON, but " + why);
            case ValidJson(var document) ->
                document.value(pointer, this::text).then(value -> new Value<>(List.of(value)));
        };
    }

    FoundValue<String> in(JsonNode root) {
        return text(root.at(pointer));
    }

    private FoundValue<String> text(JsonNode node) {
        var text = node.isTextual() || node.isIntegralNumber() ? node.asText() : "";
        return text.isBlank() ? new NoValue<>(RefusalReason.MISSING, "there is no " + this) : new Value<>(text);
    }

    @Override
    public String toString() {
        return "value at " + pointer + " in the body";
    }
}
