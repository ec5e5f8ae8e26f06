package dev.onceward.intake.cloudevents;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;

/// Reads a CloudEvent in structured mode: the body is one JSON object with the attributes and the data, and is stored
/// unchanged.
final class StructuredMode {
    static final String MEDIA_TYPE = "application/cloudevents+json";

    private static final Set<String> DATA = Set.of("data", "data_base64");

    private StructuredMode() {}

    /// @throws IllegalArgumentException whose message is shown to the sender
    static CloudEvent read(Request request) {
        return switch (request.json()) {
            case Broken(var why) -> throw new IllegalArgumentException("A CloudEvent must be JSON, but " + why + ".");
            case ValidJson(var document) ->
                document.members(DATA, root -> CloudEvent.of(attributes(root), request));
        };
    }

    private static Map<String, String> attributes(JsonNode root) {
        if (!root.isObject()) {
            throw new IllegalArgumentException("A CloudEvent must be a JSON object.");
        }
        if (root.has("data") && root.has("data_base64")) {
            throw new IllegalArgumentException("A CloudEvent has data or data_base64, not both.");
        }
        var attributes = new HashMap<String, String>();
        for (var member : root.properties()) {
            if (!DATA.contains(member.getKey()) && !member.getValue().isNull()) {
                attributes.put(member.getKey(), text(member.getKey(), member.getValue()));
            }
        }
        return attributes;
    }

    private static String text(String name, JsonNode value) {
        var isRequired = name.equals("id") || name.equals("source") || name.equals("type")
                || name.equals("specversion");
        if (!value.isValueNode() || (isRequired && !value.isTextual())) {
            throw new IllegalArgumentException(isRequired
                    ? "The attribute " + name + " must be a string."
                    : "An attribute must be a string, a number or a boolean.");
        }
        return value.asText();
    }
}
