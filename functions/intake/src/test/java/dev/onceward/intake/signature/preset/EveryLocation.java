package dev.onceward.intake.signature.preset;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.internal.json.JsonBody.ValidJson;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Where a vector's signature and timestamp are, read from its preset by other means than the preset's own.
final class EveryLocation {
    private static final Pattern HEADER = Pattern.compile("header:([A-Za-z0-9-]+)");
    private static final Pattern QUERY = Pattern.compile("query:([A-Za-z0-9-]+)");
    private static final Pattern MEMBER = Pattern.compile("json:[^ }]*/([A-Za-z0-9-]+)");

    private EveryLocation() {}

    /// The headers that the preset reads, as far as the vector has them.
    static Set<String> headers(SignedVector signedVector) {
        var names = new LinkedHashSet<String>();
        for (var fact : List.of("signature", "timestamp", "signed")) {
            var found = HEADER.matcher(signedVector.preset().facts().text(fact).orElse(""));
            while (found.find()) {
                names.add(found.group(1));
            }
        }
        names.addAll(switch (signedVector.preset().facts().text("scheme").orElse("")) {
            case "standard-webhooks" -> standard(signedVector);
            case "paypal" -> List.of("PAYPAL-TRANSMISSION-ID", "PAYPAL-TRANSMISSION-TIME", "PAYPAL-CERT-URL",
                    "PAYPAL-AUTH-ALGO");
            case "nginx" -> List.of("ssl-client-verify");
            default -> List.of();
        });
        names.removeIf(name -> !signedVector.hasHeader(name));
        return names;
    }

    private static List<String> standard(SignedVector signedVector) {
        var prefix = signedVector.preset().facts().text("headers").orElse("webhook");
        return List.of(prefix + "-id", prefix + "-timestamp");
    }

    /// The headers that may hold the signature, as far as the vector has them.
    static List<String> ofSignature(SignedVector signedVector) {
        return Arrays.stream(alternatives(signedVector, "signature")).map(HEADER::matcher).filter(Matcher::find)
                .map(found -> found.group(1)).filter(signedVector::hasHeader).distinct().toList();
    }

    static SignedVector changeSignatures(SignedVector signedVector, UnaryOperator<String> change) {
        return change(signedVector, "signature", change);
    }

    static SignedVector changeTimestamp(SignedVector signedVector, UnaryOperator<String> change) {
        return switch (signedVector.preset().facts().text("scheme").orElse("")) {
            case "standard-webhooks" -> signedVector.mapHeader(standard(signedVector).getLast(), change);
            case "paypal" -> signedVector.mapHeader("PAYPAL-TRANSMISSION-TIME", change);
            default -> change(signedVector, "timestamp", change);
        };
    }

    /// When the vector says that it was signed.
    static Instant timestamp(SignedVector signedVector) {
        var written = new ArrayList<String>();
        var _ = changeTimestamp(signedVector, text -> {
            written.add(text);
            return text;
        });
        var text = written.getFirst();
        return text.contains("T")
                ? OffsetDateTime.parse(text).toInstant()
                : Instant.ofEpochMilli(Long.parseLong((text + "000").substring(0, 13)));
    }

    /// The parameters of the address that hold the signature.
    static List<String> inQuery(SignedVector signedVector) {
        return named(QUERY, signedVector.preset().facts().text("signature").orElse(""));
    }

    /// The members of the body that the preset reads; of those in one list it needs one.
    static List<List<String>> inBody(SignedVector signedVector) {
        var facts = signedVector.preset().facts();
        return Stream.concat(Stream.of(named(MEMBER, facts.text("signature").orElse(""))),
                Stream.of("timestamp", "signed").flatMap(fact -> named(MEMBER, facts.text(fact).orElse("")).stream())
                        .map(List::of))
                .filter(names -> !names.isEmpty()).toList();
    }

    private static List<String> named(Pattern place, String text) {
        return place.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static SignedVector change(SignedVector signedVector, String fact, UnaryOperator<String> change) {
        var changed = signedVector;
        for (var place : alternatives(signedVector, fact)) {
            changed = changeAt(changed, place, change);
        }
        return changed;
    }

    private static SignedVector changeAt(SignedVector signedVector, String place, UnaryOperator<String> change) {
        var rest = place.substring(place.indexOf(':') + 1);
        if (place.startsWith("query:")) {
            return signedVector.withQuery(part(signedVector.line().query(), rest, "&", change));
        }
        if (place.startsWith("json:")) {
            return inBody(signedVector, rest.replace("/*/", "/0/"), change);
        }
        var hash = rest.indexOf('#');
        return hash < 0
                ? signedVector.mapHeader(rest, text -> whole(signedVector, text, change))
                : signedVector.mapHeader(rest.substring(0, hash), text -> part(text, rest.substring(hash + 1),
                        signedVector.preset().facts().text("separator").orElse(","), change));
    }

    private static String whole(SignedVector signedVector, String text, UnaryOperator<String> change) {
        if (signedVector.preset().facts().text("scheme").orElse("").equals("standard-webhooks")) {
            return Arrays.stream(text.split(" ")).map(one -> after(one, one.indexOf(',') + 1, change))
                    .collect(Collectors.joining(" "));
        }
        return after(text, signedVector.preset().facts().text("prefix").orElse("").length(), change);
    }

    private static String after(String text, int start, UnaryOperator<String> change) {
        return text.substring(0, start) + change.apply(text.substring(start));
    }

    private static String part(String list, String name, String separator, UnaryOperator<String> change) {
        return Arrays.stream(list.split(Pattern.quote(separator)))
                .map(part -> part.strip().startsWith(name + "=") ? after(part, part.indexOf('=') + 1, change) : part)
                .collect(Collectors.joining(separator));
    }

    private static SignedVector inBody(SignedVector signedVector, String pointer, UnaryOperator<String> change) {
        if (!(signedVector.request().json() instanceof ValidJson(var document))) {
            return signedVector;
        }
        var value = document.value(JsonPointer.compile(pointer), JsonNode::asText);
        return value.isEmpty()
                ? signedVector
                : signedVector.withBody(
                        signedVector.body().toString(UTF_8).replace(value, change.apply(value)).getBytes(UTF_8));
    }

    private static String[] alternatives(SignedVector signedVector, String fact) {
        return signedVector.preset().facts().text(fact).map(text -> text.split(" \\| ")).orElse(new String[0]);
    }
}
