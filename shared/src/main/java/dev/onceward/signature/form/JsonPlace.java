package dev.onceward.signature.form;

import java.util.List;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.request.JsonBody.Broken;
import dev.onceward.request.JsonBody.Parsed;
import dev.onceward.request.Request;
import dev.onceward.signature.Reason;
import dev.onceward.signature.form.Found.Here;
import dev.onceward.signature.form.Found.Not;

/// `json:/pointer`: a string or a whole number in the body.
record JsonPlace(JsonPointer pointer) implements Place {

    @Override
    public Found<List<String>> in(Request request) {
        return switch (request.json()) {
            case Broken(var why) -> new Not<>(Reason.MALFORMED, "the body must be JSON, but " + why);
            case Parsed(var document) ->
                document.value(pointer, this::text).then(value -> new Here<>(List.of(value)));
        };
    }

    Found<String> in(JsonNode root) {
        return text(root.at(pointer));
    }

    private Found<String> text(JsonNode node) {
        var text = node.isTextual() || node.isIntegralNumber() ? node.asText() : "";
        return text.isBlank() ? new Not<>(Reason.MISSING, "there is no " + this) : new Here<>(text);
    }

    @Override
    public String toString() {
        return "value at " + pointer + " in the body";
    }
}
