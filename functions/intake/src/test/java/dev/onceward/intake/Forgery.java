package dev.onceward.intake;

import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What somebody makes of a genuine request who has no secret.
final class Forgery {
    /// Of these only some parts of the body are signed, or none.
    private static final Set<String> COVERS_PARTS = Set.of("adyen", "envoy", "nginx", "traefik", "addresses");

    /// Names and times beside a signature are shorter.
    private static final Pattern SIGNATURE = Pattern.compile("[A-Za-z0-9+/._-]{15,}");

    private Forgery() {}

    static boolean coversBody(VectorRequest vectorRequest) {
        var facts = vectorRequest.preset().facts();
        return !facts.text("algorithm").orElse("").equals("token")
                && !COVERS_PARTS.contains(facts.text("scheme").orElse(""))
                && facts.text("signed").orElse("{body}").contains("{body}");
    }

    static VectorRequest ofBody(VectorRequest vectorRequest) {
        return new VectorRequest(vectorRequest.name(), vectorRequest.facts(), vectorRequest.query(),
                vectorRequest.headers(),
                changed(vectorRequest.body(), character -> (char) (character ^ 1)));
    }

    /// Of several signatures each is another, or the others would do.
    static VectorRequest ofSignature(VectorRequest vectorRequest) {
        var forged = vectorRequest;
        for (var place : vectorRequest.preset().facts().text("signature").orElseThrow().split(" \\| ", -1)) {
            forged = at(place, forged);
        }
        return forged;
    }

    private static VectorRequest at(String place, VectorRequest vectorRequest) {
        var name = Pattern.quote(place.replaceFirst("^(?:json:.*/|\\w+:)", "").replaceFirst("#.*", ""));
        return switch (place.substring(0, place.indexOf(':'))) {
            case "header" -> new VectorRequest(vectorRequest.name(), vectorRequest.facts(), vectorRequest.query(),
                    signatures("(?im)(?<=^" + name + ": ).*", vectorRequest.headers()), vectorRequest.body());
            case "query" -> new VectorRequest(vectorRequest.name(), vectorRequest.facts(),
                    signatures("(?<=[?&]" + name + "=)[^&]*", vectorRequest.query()), vectorRequest.headers(),
                    vectorRequest.body());
            default -> new VectorRequest(vectorRequest.name(), vectorRequest.facts(), vectorRequest.query(),
                    vectorRequest.headers(),
                    signatures("(?<=\"" + name + "\":\\s{0,9}\")[^\"]*", vectorRequest.body()));
        };
    }

    private static String signatures(String place, String text) {
        return replaced(Pattern.compile(place), text, where -> replaced(SIGNATURE, where.group(),
                signature -> changed(signature.group(), character -> character == '1' ? '2' : '1')));
    }

    private static String replaced(Pattern pattern, String text, Function<MatchResult, String> replacement) {
        return pattern.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found)));
    }

    private static String changed(String text, Function<Character, Character> change) {
        var middle = text.length() / 2;
        return text.substring(0, middle) + change.apply(text.charAt(middle)) + text.substring(middle + 1);
    }
}
