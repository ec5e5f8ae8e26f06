package dev.onceward.intake.signature.location;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonPointer;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.internal.request.Request;

/// The place of a value in a request.
public sealed interface ValueLocation
        permits HeaderLocation, ListedHeaderLocation, QueryLocation, JsonLocation, EachItemLocation {
    Pattern NAME = Pattern.compile("[A-Za-z0-9!$%&'*+.^_`~-]{1,100}");
    String ALLOWED = "must be header:NAME, header:NAME#PART, query:NAME or json:/pointer";

    /// Returns at least one value, none of them empty.
    FoundValue<List<String>> in(Request request);

    /// Returns the only value, where two values would contradict each other.
    default FoundValue<String> one(Request request) {
        return in(request).then(values -> values.size() == 1
                ? new FoundValue.Value<>(values.getFirst())
                : new FoundValue.NoValue<>(RefusalReason.REPEATED, this + " has " + values.size() + " values"));
    }

    /// The name of the header, if the value is in a header.
    default Optional<String> headerName() {
        return switch (this) {
            case HeaderLocation(var name) -> Optional.of(name);
            case ListedHeaderLocation(var name, _, _) -> Optional.of(name);
            default -> Optional.empty();
        };
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the place …"
    static ValueLocation of(String text, String separator) {
        var colon = text.indexOf(':');
        var rest = colon < 0 ? "" : text.substring(colon + 1);
        return switch (colon < 0 ? text : text.substring(0, colon)) {
            case "header" -> header(rest, separator);
            case "query" -> new QueryLocation(name(rest));
            case "json" -> json(rest);
            default -> throw new IllegalArgumentException(ALLOWED);
        };
    }

    private static ValueLocation header(String text, String separator) {
        var hash = text.indexOf('#');
        return hash < 0
                ? new HeaderLocation(name(text))
                : new ListedHeaderLocation(name(text.substring(0, hash)), name(text.substring(hash + 1)),
                        Pattern.compile(separator, Pattern.LITERAL));
    }

    private static ValueLocation json(String pointer) {
        if (!pointer.startsWith("/")) {
            throw new IllegalArgumentException(ALLOWED);
        }
        var star = pointer.indexOf("/*/");
        return star < 0
                ? new JsonLocation(JsonPointer.compile(pointer))
                : new EachItemLocation(JsonPointer.compile(pointer.substring(0, star)),
                        JsonPointer.compile(pointer.substring(star + 2)));
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new IllegalArgumentException(ALLOWED);
        }
        return text;
    }
}
