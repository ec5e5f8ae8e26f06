package dev.onceward.signature.form;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import dev.onceward.request.Request;
import dev.onceward.signature.Content;
import dev.onceward.signature.form.Found.Here;
import dev.onceward.signature.form.Found.Not;

/// What is signed, in which order: `{timestamp}.{body}`.
record Template(List<Piece> pieces) {
    private static final Pattern HOLE = Pattern.compile("\\{([^{}]*)\\}");

    Found<Content> fill(Request request, String timestamp, String url) {
        var parts = new ArrayList<byte[]>(pieces.size());
        for (var piece : pieces) {
            switch (piece.bytes(request, timestamp, url)) {
                case Here<byte[]>(var bytes) -> parts.add(bytes);
                case Not<byte[]>(var reason, var why) -> {
                    return new Not<>(reason, why);
                }
            }
        }
        return new Here<>(new Content(parts));
    }

    boolean hasQuery() {
        return pieces.stream().anyMatch(piece -> piece instanceof Piece.At(QueryPlace _));
    }

    boolean has(Piece piece) {
        return pieces.contains(piece);
    }

    /// @throws IllegalArgumentException whose message ends the sentence "what is signed …"
    static Template of(String text, String separator) {
        var pieces = new ArrayList<Piece>();
        var hole = HOLE.matcher(text);
        var end = 0;
        while (hole.find()) {
            literal(text.substring(end, hole.start()), pieces);
            pieces.add(Piece.of(hole.group(1), separator));
            end = hole.end();
        }
        literal(text.substring(end), pieces);
        return new Template(List.copyOf(pieces));
    }

    private static void literal(String text, List<Piece> pieces) {
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw new IllegalArgumentException("has a brace without its other half");
        }
        if (!text.isEmpty()) {
            pieces.add(new Piece.Literal(text));
        }
    }
}
