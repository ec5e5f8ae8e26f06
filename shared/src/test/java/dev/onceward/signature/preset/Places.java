package dev.onceward.signature.preset;

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

import dev.onceward.request.JsonBody.Parsed;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Where a vector's signature and timestamp are, read from its preset by other means than the preset's own.
final class Places {
    private static final Pattern HEADER = Pattern.compile("header:([A-Za-z0-9-]+)");
    private static final Pattern QUERY = Pattern.compile("query:([A-Za-z0-9-]+)");
    private static final Pattern MEMBER = Pattern.compile("json:[^ }]*/([A-Za-z0-9-]+)");

    private Places() {}

    /// The headers that the preset reads, as far as the vector has them.
    static Set<String> headers(Vector vector) {
        var names = new LinkedHashSet<String>();
        for (var fact : List.of("signature", "timestamp", "signed")) {
            var found = HEADER.matcher(vector.preset().facts().text(fact).orElse(""));
            while (found.find()) {
                names.add(found.group(1));
            }
        }
        names.addAll(switch (vector.preset().facts().text("scheme").orElse("")) {
            case "standard-webhooks" -> standard(vector);
            case "paypal" -> List.of("PAYPAL-TRANSMISSION-ID", "PAYPAL-TRANSMISSION-TIME", "PAYPAL-CERT-URL",
                    "PAYPAL-AUTH-ALGO");
            case "nginx" -> List.of("ssl-client-verify");
            default -> List.of();
        });
        names.removeIf(name -> !vector.hasHeader(name));
        return names;
    }

    private static List<String> standard(Vector vector) {
        var prefix = vector.preset().facts().text("headers").orElse("webhook");
        return List.of(prefix + "-id", prefix + "-timestamp");
    }

    /// The headers that may hold the signature, as far as the vector has them.
    static List<String> ofSignature(Vector vector) {
        return Arrays.stream(alternatives(vector, "signature")).map(HEADER::matcher).filter(Matcher::find)
                .map(found -> found.group(1)).filter(vector::hasHeader).distinct().toList();
    }

    static Vector changeSignatures(Vector vector, UnaryOperator<String> change) {
        return change(vector, "signature", change);
    }

    static Vector changeTimestamp(Vector vector, UnaryOperator<String> change) {
        return switch (vector.preset().facts().text("scheme").orElse("")) {
            case "standard-webhooks" -> vector.mapHeader(standard(vector).getLast(), change);
            case "paypal" -> vector.mapHeader("PAYPAL-TRANSMISSION-TIME", change);
            default -> change(vector, "timestamp", change);
        };
    }

    /// When the vector says that it was signed.
    static Instant timestamp(Vector vector) {
        var written = new ArrayList<String>();
        var _ = changeTimestamp(vector, text -> {
            written.add(text);
            return text;
        });
        var text = written.getFirst();
        return text.contains("T")
                ? OffsetDateTime.parse(text).toInstant()
                : Instant.ofEpochMilli(Long.parseLong((text + "000").substring(0, 13)));
    }

    /// The parameters of the address that hold the signature.
    static List<String> inQuery(Vector vector) {
        return named(QUERY, vector.preset().facts().text("signature").orElse(""));
    }

    /// The members of the body that the preset reads; of those in one list it needs one.
    static List<List<String>> inBody(Vector vector) {
        var facts = vector.preset().facts();
        return Stream.concat(Stream.of(named(MEMBER, facts.text("signature").orElse(""))),
                Stream.of("timestamp", "signed").flatMap(fact -> named(MEMBER, facts.text(fact).orElse("")).stream())
                        .map(List::of))
                .filter(names -> !names.isEmpty()).toList();
    }

    private static List<String> named(Pattern place, String text) {
        return place.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static Vector change(Vector vector, String fact, UnaryOperator<String> change) {
        var changed = vector;
        for (var place : alternatives(vector, fact)) {
            changed = changeAt(changed, place, change);
        }
        return changed;
    }

    private static Vector changeAt(Vector vector, String place, UnaryOperator<String> change) {
        var rest = place.substring(place.indexOf(':') + 1);
        if (place.startsWith("query:")) {
            return vector.withQuery(part(vector.line().query(), rest, "&", change));
        }
        if (place.startsWith("json:")) {
            return inBody(vector, rest.replace("/*/", "/0/"), change);
        }
        var hash = rest.indexOf('#');
        return hash < 0
                ? vector.mapHeader(rest, text -> whole(vector, text, change))
                : vector.mapHeader(rest.substring(0, hash), text -> part(text, rest.substring(hash + 1),
                        vector.preset().facts().text("separator").orElse(","), change));
    }

    private static String whole(Vector vector, String text, UnaryOperator<String> change) {
        if (vector.preset().facts().text("scheme").orElse("").equals("standard-webhooks")) {
            return Arrays.stream(text.split(" ")).map(one -> after(one, one.indexOf(',') + 1, change))
                    .collect(Collectors.joining(" "));
        }
        return after(text, vector.preset().facts().text("prefix").orElse("").length(), change);
    }

    private static String after(String text, int start, UnaryOperator<String> change) {
        return text.substring(0, start) + change.apply(text.substring(start));
    }

    private static String part(String list, String name, String separator, UnaryOperator<String> change) {
        return Arrays.stream(list.split(Pattern.quote(separator)))
                .map(part -> part.strip().startsWith(name + "=") ? after(part, part.indexOf('=') + 1, change) : part)
                .collect(Collectors.joining(separator));
    }

    private static Vector inBody(Vector vector, String pointer, UnaryOperator<String> change) {
        if (!(vector.request().json() instanceof Parsed(var document))) {
            return vector;
        }
        var value = document.value(JsonPointer.compile(pointer), JsonNode::asText);
        return value.isEmpty()
                ? vector
                : vector.withBody(vector.body().toString(UTF_8).replace(value, change.apply(value)).getBytes(UTF_8));
    }

    private static String[] alternatives(Vector vector, String fact) {
        return vector.preset().facts().text(fact).map(text -> text.split(" \\| ")).orElse(new String[0]);
    }
}
