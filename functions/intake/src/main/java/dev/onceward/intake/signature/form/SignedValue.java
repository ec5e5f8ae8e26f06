package dev.onceward.intake.signature.form;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.field.SignedUrl;
import dev.onceward.intake.signature.location.FoundValue;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.intake.signature.location.ValueLocation;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A part of what is signed.
sealed interface SignedValue {

    FoundValue<byte[]> bytes(Request request, String timestamp, String url);

    record Literal(String text) implements SignedValue {

        @Override
        public FoundValue<byte[]> bytes(Request request, String timestamp, String url) {
            return new Value<>(text.getBytes(UTF_8));
        }
    }

    record Body() implements SignedValue {

        @Override
        public FoundValue<byte[]> bytes(Request request, String timestamp, String url) {
            return new Value<>(request.bytes());
        }
    }

    /// The timestamp as the sender wrote it.
    record Timestamp() implements SignedValue {

        @Override
        public FoundValue<byte[]> bytes(Request request, String timestamp, String url) {
            return new Value<>(timestamp.getBytes(UTF_8));
        }
    }

    record Method() implements SignedValue {

        @Override
        public FoundValue<byte[]> bytes(Request request, String timestamp, String url) {
            return new Value<>(request.line().method().getBytes(UTF_8));
        }
    }

    record Url() implements SignedValue {

        @Override
        public FoundValue<byte[]> bytes(Request request, String timestamp, String url) {
            return address(request, url).then(address -> new Value<>(address.getBytes(UTF_8)));
        }
    }

    /// HubSpot signs the address with these characters decoded, and all others as they were sent.
    record DecodedUrl() implements SignedValue {
        private static final Pattern DECODED = Pattern.compile("%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)",
                Pattern.CASE_INSENSITIVE);

        @Override
        public FoundValue<byte[]> bytes(Request request, String timestamp, String url) {
            return address(request, url).then(address -> new Value<>(decoded(address).getBytes(UTF_8)));
        }

        private static String decoded(String address) {
            return DECODED.matcher(address).replaceAll(code -> Matcher.quoteReplacement(
                    Character.toString(Integer.parseInt(code.group(1), 16))));
        }
    }

    /// An id, a token, a number or URL-safe base64. If other characters were allowed, the signed bytes could be divided
    /// differently, and part of a body could be read as an id.
    record FieldValue(ValueLocation place) implements SignedValue {
        private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+={0,2}");
        private static final int LONGEST = 255;

        @Override
        public FoundValue<byte[]> bytes(Request request, String timestamp, String url) {
            return place.one(request).then(this::bytes);
        }

        private FoundValue<byte[]> bytes(String value) {
            if (value.length() > LONGEST) {
                return new NoValue<>(RefusalReason.MALFORMED,
                        "the " + place + " has " + value.length() + " characters; " + LONGEST + " are the most");
            }
            return WORD.matcher(value).matches()
                    ? new Value<>(value.getBytes(UTF_8))
                    : new NoValue<>(RefusalReason.MALFORMED, "the " + place
                            + " has other characters than letters, digits, '-', '_' and '=' at its end");
        }
    }

    private static FoundValue<String> address(Request request, String url) {
        return new SignedUrl(url).of(request).<FoundValue<String>>map(Value::new)
                .orElseGet(() -> new NoValue<>(RefusalReason.NO_MATCH, "the query is not the one of the source's url"));
    }

    /// @throws IllegalArgumentException whose message ends the sentence "what is signed …"
    static SignedValue of(String name, String separator) {
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
                yield new FieldValue(ValueLocation.of(name, separator));
            }
        };
    }
}
