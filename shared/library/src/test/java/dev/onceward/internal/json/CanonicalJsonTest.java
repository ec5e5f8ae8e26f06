package dev.onceward.internal.json;

import com.fasterxml.jackson.core.JsonPointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.json.JsonBody.ValidJson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

public class CanonicalJsonTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
            "{\"b\":1,\"a\":2} ; {\"a\":2,\"b\":1}",
            "{\"z\":{\"y\":1,\"x\":[{\"b\":1,\"a\":1}]}} ; {\"z\":{\"x\":[{\"a\":1,\"b\":1}],\"y\":1}}",
            " { \"a\" : [ 1 , 2 ] } ; {\"a\":[1,2]}",
            "{} ; { }", "[] ; [ ]",
            "\"\\u0041\\/\" ; \"A/\"", "\"\\u00e9\" ; \"é\"", "{\"\\u0061\":1} ; {\"a\":1}"})
    void equal_json_values_have_the_same_canonical_form(String one, String other) {
        assertThat(canonical(one)).isEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource({"100, 1e2", "100, 100.0", "100, 1.00E+2", "0, -0", "0, 0.0", "0, -0.0e-5", "0, 0e1000000", "0.5, 5e-1",
            "0.50, 500e-3", "-1.5, -15e-1", "9007199254740993, 9007199254740993.0",
            "1000000000000000000000000000000000000000, 1e39",
            "10000000000000000000000000000000000000000, 1e40",
            "-120000000000000000000000000000000000000000000000000, -1.2e50"})
    void equal_numbers_have_the_same_canonical_form(String one, String other) {
        assertThat(canonical(one)).isEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
            "9007199254740993 ; 9007199254740992",
            "0.1 ; 0.10000000000000000001", "1e400 ; 1e401", "1e-400 ; 1e-401", "1 ; -1",
            "1 ; \"1\"", "null ; \"null\"", "true ; \"true\"", "true ; false", "null ; {}", "[] ; {}", "[1,2] ; [2,1]",
            "[1,[2]] ; [[1],2]", "[12] ; [1,2]", "{\"a\":null} ; {}", "\"a\" ; \"A\"", "\"é\" ; \"e\\u0301\"",
            "\"\\\"\" ; \"\\\\\\\"\"", "{\"a\":\"b\\\",\\\"c\"} ; {\"a\":\"b\",\"c\":1}", "\"\\u0000\" ; \"\\\\u0000\"",
            "\"\\ud83d\" ; \"\\ude00\""})
    void different_json_values_have_different_canonical_forms(String one, String other) {
        assertThat(canonical(one)).isNotEqualTo(canonical(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e1000000000", "-1e1000000000", "1e-1000000000", "123456789e2147483639"})
    void a_number_with_a_huge_exponent_has_a_short_canonical_form(String number) {
        assertThat(canonical(number)).hasSizeLessThan(40);
    }

    @Test
    void canonical_json_sorts_members_by_name_and_has_no_white_space() {
        assertThat(canonical("{ \"b\": [1.0, null, true], \"\": \"x\", \"a\": {} }"))
                .isEqualTo("{\"\":\"x\",\"a\":{},\"b\":[1,null,true]}");
    }

    public static String canonical(String json) {
        return switch (JsonBody.of(json.getBytes(UTF_8))) {
            case ValidJson(var document) -> document.tree(JsonPointer.empty(), CanonicalJson::of);
            case JsonBody.Broken(var why) -> throw new AssertionError(json + ": " + why);
        };
    }
}
