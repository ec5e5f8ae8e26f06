package dev.onceward.signature.form;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.onceward.request.Request;
import dev.onceward.signature.Reason;
import dev.onceward.signature.SignedUrl;
import dev.onceward.signature.form.Found.Here;
import dev.onceward.signature.form.Found.Not;

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
            return address(request, url).then(address -> new Here<>(address.getBytes(UTF_8)));
        }
    }

    /// HubSpot signs the address with these characters as they are, and all others as they were sent.
    record DecodedUrl() implements Piece {
        private static final Pattern DECODED = Pattern.compile("%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)",
                Pattern.CASE_INSENSITIVE);

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            return address(request, url).then(address -> new Here<>(decoded(address).getBytes(UTF_8)));
        }

        private static String decoded(String address) {
            return DECODED.matcher(address).replaceAll(code -> Matcher.quoteReplacement(
                    Character.toString(Integer.parseInt(code.group(1), 16))));
        }
    }

    /// An id, a token, a number, base64 of a URL's kind: with other characters in it, what is signed could be cut into
    /// other pieces, and a body be read where an id was.
    record At(Place place) implements Piece {
        private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+={0,2}");
        private static final int LONGEST = 255;

        @Override
        public Found<byte[]> bytes(Request request, String timestamp, String url) {
            return place.one(request).then(this::bytes);
        }

        private Found<byte[]> bytes(String value) {
            if (value.length() > LONGEST) {
                return new Not<>(Reason.MALFORMED,
                        "the " + place + " has " + value.length() + " characters; " + LONGEST + " are the most");
            }
            return WORD.matcher(value).matches()
                    ? new Here<>(value.getBytes(UTF_8))
                    : new Not<>(Reason.MALFORMED, "the " + place
                            + " has other characters than letters, digits, '-', '_' and '=' at its end");
        }
    }

    private static Found<String> address(Request request, String url) {
        return new SignedUrl(url).of(request).<Found<String>>map(Here::new)
                .orElseGet(() -> new Not<>(Reason.NO_MATCH, "the query is not the one of the source's url"));
    }

    /// @throws IllegalArgumentException whose message ends the sentence "what is signed …"
    static Piece of(String name, String separator) {
        return switch (name) {
            case "body" -> new Body();
            case "timestamp" -> new Timestamp();
            case "method" -> new Method();
            case "url" -> new Url();
            case "url-decoded" -> new DecodedUrl();
            default -> {
                if (name.indexOf(':') < 0) {
                    throw new IllegalArgumentException("has {" + name + "}, which is not known: there are {body}, "
                            + "{timestamp}, {method}, {url}, {url-decoded}, {header:NAME}, {json:/pointer} and {query:NAME}");
                }
                yield new At(Place.of(name, separator));
            }
        };
    }
}
