package dev.onceward.internal.rule;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.internal.json.CanonicalJson;
import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.request.Request;

/// `json:/order/id`: a string or a number in the body, found by a JSON pointer.
record JsonRule(JsonPointer pointer) implements KeyRule {

    @Override
    public ExtractedKey of(Request request) {
        return switch (request.json()) {
            case Broken(var why) ->
                new Malformed("the body must be JSON to find " + pointer + " in it, but " + why);
            case ValidJson(var document) -> document.value(pointer, this::value);
        };
    }

    @Override
    public boolean accepts(String key) {
        return KeyText.fits(key);
    }

    private ExtractedKey value(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> KeyText.checked(node.textValue(), "the value at " + pointer);
            case NUMBER -> KeyText.checked(CanonicalJson.of(node), "the value at " + pointer);
            case MISSING, NULL -> new Missing("a value at " + pointer + " in the body");
            default -> new Malformed("the value at " + pointer + " must be a string or a number");
        };
    }
}
