package dev.onceward.signature.preset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.signature.Reason;
import dev.onceward.signature.Verdict.Forged;

import static org.assertj.core.api.Assertions.assertThat;

/// What proves who sent a request, wherever it stands, must be there, once, and be something: else nothing is compared.
class ProofPlacesTest {
    private static final List<String> BLANKS = List.of("", " ", "\t");
    private static final List<String> BLANK_PARAMETERS = List.of("", "other=%2$s", "%1$s", "%1$s=", "%1$s=+",
            "%1$s=%%20", "%1$s=%%09");
    private static final List<String> BLANK_MEMBERS = List.of("\"other\":%2$s", "\"%1$s\":null", "\"%1$s\":\"\"",
            "\"%1$s\":\" \"", "\"%1$s\":[%2$s]", "\"%1$s\":{\"%1$s\":%2$s}");

    static Stream<Vector> inHeaders() {
        return Vector.all().filter(vector -> Stream.of("signature", "timestamp", "signed")
                .anyMatch(fact -> vector.preset().facts().text(fact).orElse("").contains("header:")));
    }

    static Stream<Vector> inQuery() {
        return Vector.all().filter(vector -> !Places.inQuery(vector).isEmpty());
    }

    static Stream<Vector> inBody() {
        return Vector.all().filter(vector -> !Places.inBody(vector).isEmpty());
    }

    @Test
    void every_sender_has_such_a_place_but_one_that_is_known_by_its_address() {
        var tried = Stream.of(inHeaders(), inQuery(), inBody()).flatMap(vectors -> vectors).map(Vector::file).toList();
        assertThat(Vector.all().map(Vector::file).filter(file -> !tried.contains(file)))
                .containsExactly("ip-allow-list.http");
    }

    @ParameterizedTest
    @MethodSource("inHeaders")
    void a_missing_header_makes_it_forged(Vector vector) {
        assertThat(groups(vector)).isNotEmpty()
                .allSatisfy(names -> assertForged(without(vector, names), Reason.MISSING));
    }

    @ParameterizedTest
    @MethodSource("inHeaders")
    void a_blank_header_makes_it_forged(Vector vector) {
        assertThat(groups(vector)).isNotEmpty().allSatisfy(names -> BLANKS
                .forEach(blank -> assertForged(blank(vector, names, blank), Reason.MISSING)));
    }

    @ParameterizedTest
    @MethodSource("inHeaders")
    void a_header_that_came_twice_makes_it_forged(Vector vector) {
        assertThat(Places.headers(vector)).isNotEmpty()
                .allSatisfy(name -> assertForged(twice(vector, name),
                        name.equals("ssl-client-verify") ? Reason.MISSING : Reason.REPEATED));
    }

    @ParameterizedTest
    @MethodSource("inQuery")
    void a_missing_or_blank_parameter_makes_it_forged(Vector vector) {
        assertThat(Places.inQuery(vector)).allSatisfy(name -> BLANK_PARAMETERS.forEach(blank -> assertForged(
                vector.withQuery(blank.formatted(name, vector.secret())), Reason.MISSING)));
    }

    @ParameterizedTest
    @MethodSource("inQuery")
    void a_parameter_that_came_twice_makes_it_forged(Vector vector) {
        assertThat(Places.inQuery(vector)).allSatisfy(name -> Stream.of(vector.secret(), "other", "")
                .forEach(other -> assertForged(vector.withQuery("%1$s=%2$s&%1$s=%3$s".formatted(name, vector.secret(),
                        other)), Reason.REPEATED)));
    }

    @ParameterizedTest
    @MethodSource("inBody")
    void a_missing_or_blank_member_makes_it_forged(Vector vector) {
        assertThat(Places.inBody(vector)).allSatisfy(names -> BLANK_MEMBERS
                .forEach(blank -> assertNothingCompared(inBody(vector, names, blank))));
    }

    @ParameterizedTest
    @MethodSource("inBody")
    void a_member_that_came_twice_makes_it_forged(Vector vector) {
        assertThat(Places.inBody(vector)).allSatisfy(names -> Stream.of("%2$s", "\"other\"", "null")
                .forEach(other -> assertForged(inBody(vector, names, "\"%1$s\":%2$s,\"%1$s\":" + other),
                        Reason.MALFORMED)));
    }

    /// The headers of which all are needed, each by itself, and those of which one is enough, together.
    private static List<List<String>> groups(Vector vector) {
        var ofSignature = Places.ofSignature(vector);
        return Stream.concat(Stream.of(ofSignature), Places.headers(vector).stream()
                .filter(name -> !ofSignature.contains(name)).map(List::of)).filter(names -> !names.isEmpty()).toList();
    }

    private static Vector without(Vector vector, List<String> names) {
        return vector.withHeaders(vector.headers().stream()
                .filter(header -> names.stream().noneMatch(header.getKey()::equalsIgnoreCase)).toList());
    }

    private static Vector blank(Vector vector, List<String> names, String blank) {
        var changed = vector;
        for (var name : names) {
            changed = changed.mapHeader(name, _ -> blank);
        }
        return changed;
    }

    private static Vector twice(Vector vector, String name) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        for (var header : vector.headers()) {
            headers.add(header);
            if (header.getKey().equalsIgnoreCase(name)) {
                headers.add(header);
            }
        }
        return vector.withHeaders(headers);
    }

    private static Vector inBody(Vector vector, List<String> names, String instead) {
        var changed = vector;
        for (var name : names) {
            var member = Pattern.compile("\"" + name + "\"\\s*:\\s*(\"[^\"]*\"|[0-9]+)");
            changed = changed.mapBody(text -> member.matcher(text).replaceFirst(
                    found -> Matcher.quoteReplacement(instead.formatted(name, found.group(1)))));
        }
        assertThat(changed.body()).isNotEqualTo(vector.body());
        return changed;
    }

    private static void assertForged(Vector vector, Reason reason) {
        assertThat(vector.verdict()).isInstanceOfSatisfying(Forged.class,
                forged -> assertThat(forged.reason()).isEqualTo(reason));
    }

    private static void assertNothingCompared(Vector vector) {
        assertThat(vector.verdict()).isInstanceOfSatisfying(Forged.class,
                forged -> assertThat(forged.reason()).isIn(Reason.MISSING, Reason.MALFORMED));
    }
}
