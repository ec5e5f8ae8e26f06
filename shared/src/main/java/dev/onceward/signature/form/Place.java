package dev.onceward.signature.form;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonPointer;

import dev.onceward.request.Request;
import dev.onceward.signature.Reason;

/// Where in a request something is written.
sealed interface Place permits HeaderPlace, ListedPlace, QueryPlace, JsonPlace, EachPlace {
    Pattern NAME = Pattern.compile("[A-Za-z0-9!$%&'*+.^_`~-]{1,100}");
    String ALLOWED = "must be header:NAME, header:NAME#PART, query:NAME or json:/pointer";

    /// At least one value, none of them empty.
    Found<List<String>> in(Request request);

    /// The one value, where two would contradict each other.
    default Found<String> one(Request request) {
        return in(request).then(values -> values.size() == 1
                ? new Found.Here<>(values.getFirst())
                : new Found.Not<>(Reason.REPEATED, this + " says " + values.size() + " things"));
    }

    /// The header it is in, if it is in one.
    default Optional<String> headerName() {
        return switch (this) {
            case HeaderPlace(var name) -> Optional.of(name);
            case ListedPlace(var name, _, _) -> Optional.of(name);
            default -> Optional.empty();
        };
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the place …"
    static Place of(String text, String separator) {
        var colon = text.indexOf(':');
        var rest = colon < 0 ? "" : text.substring(colon + 1);
        return switch (colon < 0 ? text : text.substring(0, colon)) {
            case "header" -> header(rest, separator);
            case "query" -> new QueryPlace(name(rest));
            case "json" -> json(rest);
            default -> throw new IllegalArgumentException(ALLOWED);
        };
    }

    private static Place header(String text, String separator) {
        var hash = text.indexOf('#');
        return hash < 0
                ? new HeaderPlace(name(text))
                : new ListedPlace(name(text.substring(0, hash)), name(text.substring(hash + 1)),
                        Pattern.compile(separator, Pattern.LITERAL));
    }

    private static Place json(String pointer) {
        if (!pointer.startsWith("/")) {
            throw new IllegalArgumentException(ALLOWED);
        }
        var star = pointer.indexOf("/*/");
        return star < 0
                ? new JsonPlace(JsonPointer.compile(pointer))
                : new EachPlace(JsonPointer.compile(pointer.substring(0, star)),
                        JsonPointer.compile(pointer.substring(star + 2)));
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new IllegalArgumentException(ALLOWED);
        }
        return text;
    }
}
