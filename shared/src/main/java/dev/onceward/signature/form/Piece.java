package dev.onceward.signature.form;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.onceward.request.Request;
import dev.onceward.signature.SignedUrl;
import dev.onceward.signature.form.Found.Here;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/// A piece of what is signed.
sealed interface Piece {

    Found<byte[]> bytes(Request request, String timestamp, String url);

    record Literal(String text) implements Piece {

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            return new Here<>(text.getBytes(UTF_8));
        }
    }

    record Body() implements Piece {

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            return new Here<>(request.bytes());
        }
    }

    /// As the sender wrote it.
    record Timestamp() implements Piece {

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            return new Here<>(timestamp.getBytes(UTF_8));
        }
    }

    record Method() implements Piece {

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            return new Here<>(request.line().method().getBytes(UTF_8));
        }
    }

    record Url() implements Piece {

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            return new Here<>(SignedUrl.of(url, request).getBytes(UTF_8));
        }
    }

    /// HubSpot signs the address with these characters as they are, and all others as they were sent.
    record DecodedUrl() implements Piece {
        private static final Pattern DECODED = Pattern.compile("%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)",
                Pattern.CASE_INSENSITIVE);

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            var decoded = DECODED.matcher(SignedUrl.of(url, request)).replaceAll(code -> Matcher.quoteReplacement(
                    Character.toString(Integer.parseInt(code.group(1), 16))));
            return new Here<>(decoded.getBytes(UTF_8));
        }
    }

    /// A header has the bytes that came: the server reads each as one character.
    record At(Place place) implements Piece {

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            var charset = place instanceof HeaderPlace || place instanceof ListedPlace ? ISO_8859_1 : UTF_8;
            return place.one(request).then(value -> new Here<>(value.getBytes(charset)));
        }
    }

    /// @throws IllegalArgumentException whose message ends the sentence "what is signed …"
    static Piece of(String name, String separator) {
        return switch (name) {
            case "body" -> new Body();
            case "timestamp" -> new Timestamp();
            case "method" -> new Method();
            case "url" -> new Url();
            case "url-decoded" -> new DecodedUrl();
            default -> new At(Place.of(name, separator));
        };
    }
}
