package dev.onceward.intake.signature.preset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict.Unverified;

import static org.assertj.core.api.Assertions.assertThat;

/// What proves who sent a request, wherever it stands, must be there, once, and be something: else nothing is compared.
class SignatureLocationsTest {
    private static final List<String> BLANKS = List.of("", " ", "\t");
    private static final List<String> BLANK_PARAMETERS = List.of("", "other=%2$s", "%1$s", "%1$s=", "%1$s=+",
            "%1$s=%%20", "%1$s=%%09");
    private static final List<String> BLANK_MEMBERS = List.of("\"other\":%2$s", "\"%1$s\":null", "\"%1$s\":\"\"",
            "\"%1$s\":\" \"", "\"%1$s\":[%2$s]", "\"%1$s\":{\"%1$s\":%2$s}");

    static Stream<SignedVector> inHeaders() {
        return SignedVector.all().filter(signedVector -> Stream.of("signature", "timestamp", "signed")
                .anyMatch(fact -> signedVector.preset().facts().text(fact).orElse("").contains("header:")));
    }

    static Stream<SignedVector> inQuery() {
        return SignedVector.all().filter(signedVector -> !EveryLocation.inQuery(signedVector).isEmpty());
    }

    static Stream<SignedVector> inBody() {
        return SignedVector.all().filter(signedVector -> !EveryLocation.inBody(signedVector).isEmpty());
    }

    @Test
    void every_preset_except_ip_allow_list_reads_a_header_a_query_parameter_or_a_member() {
        var tried = Stream.of(inHeaders(), inQuery(), inBody()).flatMap(vectors -> vectors).map(SignedVector::file)
                .toList();
        assertThat(SignedVector.all().map(SignedVector::file).filter(file -> !tried.contains(file)))
                .containsExactly("ip-allow-list.http");
    }

    @ParameterizedTest
    @MethodSource("inHeaders")
    void a_request_without_a_header_that_its_preset_reads_is_forged(SignedVector signedVector) {
        assertThat(groups(signedVector)).isNotEmpty()
                .allSatisfy(names -> assertForged(without(signedVector, names), RefusalReason.MISSING));
    }

    @ParameterizedTest
    @MethodSource("inHeaders")
    void a_request_with_a_blank_header_that_its_preset_reads_is_forged(SignedVector signedVector) {
        assertThat(groups(signedVector)).isNotEmpty().allSatisfy(names -> BLANKS
                .forEach(blank -> assertForged(blank(signedVector, names, blank), RefusalReason.MISSING)));
    }

    @ParameterizedTest
    @MethodSource("inHeaders")
    void a_request_with_a_repeated_header_that_its_preset_reads_is_forged(SignedVector signedVector) {
        assertThat(EveryLocation.headers(signedVector)).isNotEmpty()
                .allSatisfy(name -> assertForged(twice(signedVector, name),
                        name.equals("ssl-client-verify") ? RefusalReason.MISSING : RefusalReason.REPEATED));
    }

    @ParameterizedTest
    @MethodSource("inQuery")
    void a_request_with_a_missing_or_blank_query_parameter_that_its_preset_reads_is_forged(SignedVector signedVector) {
        assertThat(EveryLocation.inQuery(signedVector))
                .allSatisfy(name -> BLANK_PARAMETERS.forEach(blank -> assertForged(
                        signedVector.withQuery(blank.formatted(name, signedVector.secret())), RefusalReason.MISSING)));
    }

    @ParameterizedTest
    @MethodSource("inQuery")
    void a_request_with_a_repeated_query_parameter_that_its_preset_reads_is_forged(SignedVector signedVector) {
        assertThat(EveryLocation.inQuery(signedVector)).allSatisfy(name -> Stream.of(signedVector.secret(), "other", "")
                .forEach(other -> assertForged(
                        signedVector.withQuery("%1$s=%2$s&%1$s=%3$s".formatted(name, signedVector.secret(),
                                other)),
                        RefusalReason.REPEATED)));
    }

    @ParameterizedTest
    @MethodSource("inBody")
    void a_request_with_a_missing_or_blank_member_that_its_preset_reads_is_forged(SignedVector signedVector) {
        assertThat(EveryLocation.inBody(signedVector)).allSatisfy(names -> BLANK_MEMBERS
                .forEach(blank -> assertNothingCompared(inBody(signedVector, names, blank))));
    }

    @ParameterizedTest
    @MethodSource("inBody")
    void a_request_with_a_repeated_member_that_its_preset_reads_is_forged(SignedVector signedVector) {
        assertThat(EveryLocation.inBody(signedVector)).allSatisfy(names -> Stream.of("%2$s", "\"other\"", "null")
                .forEach(other -> assertForged(inBody(signedVector, names, "\"%1$s\":%2$s,\"%1$s\":" + other),
                        RefusalReason.MALFORMED)));
    }

    /// The headers of which all are needed, each by itself, and those of which one is enough, together.
    private static List<List<String>> groups(SignedVector signedVector) {
        var ofSignature = EveryLocation.ofSignature(signedVector);
        return Stream.concat(Stream.of(ofSignature), EveryLocation.headers(signedVector).stream()
                .filter(name -> !ofSignature.contains(name)).map(List::of)).filter(names -> !names.isEmpty()).toList();
    }

    private static SignedVector without(SignedVector signedVector, List<String> names) {
        return signedVector.withHeaders(signedVector.headers().stream()
                .filter(header -> names.stream().noneMatch(header.getKey()::equalsIgnoreCase)).toList());
    }

    private static SignedVector blank(SignedVector signedVector, List<String> names, String blank) {
        var changed = signedVector;
        for (var name : names) {
            changed = changed.mapHeader(name, _ -> blank);
        }
        return changed;
    }

    private static SignedVector twice(SignedVector signedVector, String name) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        for (var header : signedVector.headers()) {
            headers.add(header);
            if (header.getKey().equalsIgnoreCase(name)) {
                headers.add(header);
            }
        }
        return signedVector.withHeaders(headers);
    }

    private static SignedVector inBody(SignedVector signedVector, List<String> names, String instead) {
        var changed = signedVector;
        for (var name : names) {
            var member = Pattern.compile("\"" + name + "\"\\s*:\\s*(\"[^\"]*\"|[0-9]+)");
            changed = changed.mapBody(text -> member.matcher(text).replaceFirst(
                    found -> Matcher.quoteReplacement(instead.formatted(name, found.group(1)))));
        }
        assertThat(changed.body()).isNotEqualTo(signedVector.body());
        return changed;
    }

    private static void assertForged(SignedVector signedVector, RefusalReason refusalReason) {
        assertThat(signedVector.verdict()).isInstanceOfSatisfying(Unverified.class,
                forged -> assertThat(forged.reason()).isEqualTo(refusalReason));
    }

    private static void assertNothingCompared(SignedVector signedVector) {
        assertThat(signedVector.verdict()).isInstanceOfSatisfying(Unverified.class,
                forged -> assertThat(forged.reason()).isIn(RefusalReason.MISSING, RefusalReason.MALFORMED));
    }
}
