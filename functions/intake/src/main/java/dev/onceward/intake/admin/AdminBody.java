package dev.onceward.intake.admin;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;

/// The members of the JSON object that an operator sent. What cannot be understood is an [IllegalArgumentException] with
/// a sentence.
public record AdminBody(JsonNode object) {

    /// Nothing is an object too, with no members.
    public static <T> T read(Request letter, SortedSet<String> allowed, Function<AdminBody, T> use) {
        if (letter.length() == 0) {
            return use.apply(new AdminBody(JsonNodeFactory.instance.objectNode()));
        }
        return switch (letter.json()) {
            case ValidJson(var document) ->
                document.tree(JsonPointer.empty(), root -> use.apply(new AdminBody(known(root, allowed))));
            case Broken(var why) -> throw new IllegalArgumentException("The body must be JSON, but " + why + ".");
        };
    }

    private static JsonNode known(JsonNode root, SortedSet<String> allowed) {
        if (!root.isObject()) {
            throw new IllegalArgumentException("The body must be a JSON object with some of "
                    + String.join(", ", allowed) + ".");
        }
        root.fieldNames().forEachRemaining(name -> {
            if (!allowed.contains(name)) {
                throw new IllegalArgumentException(
                        "The body has an unknown member. Allowed are " + String.join(", ", allowed) + ".");
            }
        });
        return root;
    }

    public boolean has(String name) {
        return object.has(name);
    }

    public Optional<String> text(String name, int longest) {
        var node = object.path(name);
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        if (!node.isTextual() || node.textValue().length() > longest) {
            throw new IllegalArgumentException(name + " must be a text of up to " + longest + " characters.");
        }
        return Optional.of(node.textValue());
    }

    public Optional<Instant> time(String name) {
        try {
            return text(name, 40).map(Instant::parse);
        } catch (DateTimeParseException unreadable) {
            throw new IllegalArgumentException(name + " must be a time such as 2026-11-18T09:30:00Z.", unreadable);
        }
    }
}
