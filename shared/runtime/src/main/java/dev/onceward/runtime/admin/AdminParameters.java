package dev.onceward.runtime.admin;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.ProblemException;

/// What an operator wrote into the JSON body or into the query parameters of a request. A value that is not allowed
/// ends the request with a [ProblemException].
public record AdminParameters(JsonNode object) {
    private static final int LONGEST_TEXT = 1000;
    private static final int LONGEST_LINE = 500;
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    /// Reads a body. An empty one is an object without members.
    public static <T> T ofBody(Request request, Set<String> allowed, Function<AdminParameters, T> use) {
        if (request.length() == 0) {
            return use.apply(new AdminParameters(JsonNodeFactory.instance.objectNode()));
        }
        return switch (request.json()) {
            case ValidJson(var document) ->
                document.tree(JsonPointer.empty(), root -> use.apply(new AdminParameters(known(root, allowed))));
            case Broken(var why) -> throw ProblemException.malformed("The body must be JSON, but " + why + ".");
        };
    }

    /// Reads the query parameters, each of which may be given once.
    public static AdminParameters ofQuery(HttpServerRequest request, Set<String> allowed) {
        var object = JsonNodeFactory.instance.objectNode();
        request.params().forEach((name, value) -> {
            if (!allowed.contains(name) || object.has(name)) {
                throw ProblemException.malformed("The query parameters may be " + sorted(allowed) + ", each once.");
            }
            object.put(name, value);
        });
        return new AdminParameters(object);
    }

    private static JsonNode known(JsonNode root, Set<String> allowed) {
        if (!root.isObject()) {
            throw ProblemException.malformed(
                    "The body must be a JSON object with some of " + sorted(allowed) + ".");
        }
        root.fieldNames().forEachRemaining(name -> {
            if (!allowed.contains(name)) {
                throw ProblemException.malformed(
                        "The body has an unknown member. Allowed are " + sorted(allowed) + ".");
            }
        });
        return root;
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", new TreeSet<>(names));
    }

    public boolean has(String name) {
        return object.has(name);
    }

    public Optional<String> text(String name) {
        return text(name, LONGEST_TEXT);
    }

    public Optional<String> text(String name, int longest) {
        var node = object.path(name);
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        if (!node.isTextual() || node.textValue().length() > longest || node.textValue().indexOf('\0') >= 0) {
            throw ProblemException.malformed(name + " must be a text of up to " + longest + " characters.");
        }
        return Optional.of(node.textValue());
    }

    /// A short text that is written to the log or the audit. With a line break in it, one entry would look like two.
    public Optional<String> line(String name) {
        return text(name, LONGEST_LINE).map(text -> {
            if (text.codePoints().anyMatch(Character::isISOControl)) {
                throw ProblemException.malformed(name + " must be one line.");
            }
            return text;
        });
    }

    public Optional<Instant> time(String name) {
        return text(name).map(text -> instant(text).orElseThrow(() -> ProblemException.malformed(name
                + " must be a time such as 2026-11-18T09:30:00Z.")));
    }

    /// Returns nothing if the text is no time, or one that PostgreSQL cannot store.
    public static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text)).filter(time -> !time.isBefore(EARLIEST) && time.isBefore(LATEST));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    public Optional<UUID> uuid(String name) {
        return text(name).map(text -> uuid(name, text));
    }

    /// @param name what the text was written for
    public static UUID uuid(String name, String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException _) {
            throw ProblemException.malformed(name + " must be a UUID.");
        }
    }

    public boolean flag(String name) {
        var node = object.path(name);
        if (!node.isMissingNode() && !node.isBoolean()) {
            throw ProblemException.malformed(name + " must be true or false.");
        }
        return node.booleanValue();
    }

    /// @param usual the number if none is given
    public double number(String name, double usual, int most) {
        var node = object.path(name);
        if (node.isMissingNode()) {
            return usual;
        }
        if (!node.isNumber() || node.doubleValue() <= 0 || node.doubleValue() > most) {
            throw ProblemException.malformed(name + " must be a number above 0 and up to " + most + ".");
        }
        return node.doubleValue();
    }
}
