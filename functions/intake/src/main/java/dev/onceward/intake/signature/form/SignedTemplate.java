package dev.onceward.intake.signature.form;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import dev.onceward.intake.signature.location.FoundValue;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.intake.signature.location.QueryLocation;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

/// The parts of what is signed, in their order, such as `{timestamp}.{body}`.
record SignedTemplate(List<SignedValue> pieces) {
    private static final Pattern HOLE = Pattern.compile("\\{([^{}]*)\\}");

    FoundValue<SignedContent> fill(Request request, String timestamp, String url) {
        var parts = new ArrayList<byte[]>(pieces.size());
        for (var signedValue : pieces) {
            switch (signedValue.bytes(request, timestamp, url)) {
                case Value<byte[]>(var bytes) -> parts.add(bytes);
                case NoValue<byte[]>(var reason, var why) -> {
                    return new NoValue<>(reason, why);
                }
            }
        }
        return new Value<>(new SignedContent(parts));
    }

    boolean hasQuery() {
        return pieces.stream().anyMatch(signedValue -> signedValue instanceof SignedValue.FieldValue(QueryLocation _));
    }

    boolean has(SignedValue signedValue) {
        return pieces.contains(signedValue);
    }

    /// @throws IllegalArgumentException whose message ends the sentence "what is signed …"
    static SignedTemplate of(String text, String separator) {
        var pieces = new ArrayList<SignedValue>();
        var hole = HOLE.matcher(text);
        var end = 0;
        while (hole.find()) {
            literal(text.substring(end, hole.start()), pieces);
            pieces.add(SignedValue.of(hole.group(1), separator));
            end = hole.end();
        }
        literal(text.substring(end), pieces);
        return new SignedTemplate(List.copyOf(pieces));
    }

    private static void literal(String text, List<SignedValue> pieces) {
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw new IllegalArgumentException("has a brace without its other half");
        }
        if (!text.isEmpty()) {
            pieces.add(new SignedValue.Literal(text));
        }
    }
}
