package dev.onceward.intake.configuration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.source.Source;

import static dev.onceward.intake.configuration.ReadSourceFromProperties.fromEnvironment;
import static dev.onceward.intake.configuration.ReadSourceFromProperties.read;
import static dev.onceward.intake.configuration.ReadSourceFromProperties.refused;
import static org.assertj.core.api.Assertions.assertThat;

/// A secret is what was written, whatever characters were made up for it.
class ReadSecretsTest {
    /// A variable that every process has. Tests cannot set one of their own.
    private static final String PATH = System.getenv("PATH");

    @ParameterizedTest
    @ValueSource(strings = {"ab$$cdef", "ab\\cdef", "ab\\\\cdef", "ab${cdef}gh", "ab${cdef", "$abcdef", "ab$cdef}",
            "${abcdef:gh}", "abcde\\", "ab{cdef}"})
    void a_secret_from_the_environment_is_taken_as_it_is(String secret) {
        assertThat(texts(environment("SECRETS", secret))).containsExactly(secret);
        assertThat(texts(environment("SECRET_AUTUMN", secret))).containsExactly(secret);
    }

    @Test
    void the_environment_can_hold_the_secret_of_a_source_that_a_file_names_with_a_dash() {
        var file = Map.of("onceward.sources.my-shop.preset", "stripe", "onceward.sources.my.unsigned", "true");
        assertThat(texts(fromEnvironment("my-shop", Map.of("SECRETS", "long$$enough"), file)))
                .containsExactly("long$$enough");
        assertThat(texts(fromEnvironment("my-shop", Map.of("SECRETS", "long$$enough"),
                Map.of("onceward.sources.my-shop.preset", "stripe")))).containsExactly("long$$enough");
    }

    @Test
    void several_secrets_from_the_environment_are_separated_by_commas() {
        assertThat(texts(environment("SECRETS", "the$$first,the\\,second,,the\\third")))
                .containsExactly("the$$first", "the,second", "the\\third");
    }

    @Test
    void a_comma_is_part_of_a_secret_that_has_a_property_of_its_own() {
        assertThat(texts(environment("SECRET_AUTUMN", "the\\,first,one"))).containsExactly("the\\,first,one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab$$cdef", "ab\\cdef", "ab$cdef"})
    void a_secret_in_a_file_is_taken_as_it_is(String secret) {
        assertThat(texts(file("secrets", secret))).containsExactly(secret);
        assertThat(texts(file("secret.autumn", secret))).containsExactly(secret);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ${PATH}
            ${PATH},${NOT_THERE_AT_ALL:}
            ${PATH:another}
            """)
    void a_variable_that_a_file_refers_to_is_taken_as_it_is(String written) {
        assertThat(texts(file("secrets", written))).containsExactly(PATH);
        assertThat(texts(file("secret.autumn", "${PATH}"))).containsExactly(PATH);
    }

    @Test
    void a_reference_to_an_unset_variable_has_the_default_after_the_colon() {
        assertThat(texts(file("secrets", "${NOT_THERE_AT_ALL:the other}"))).containsExactly("the other");
        assertThat(texts(file("secrets", "first one,${NOT_THERE_AT_ALL:}"))).containsExactly("first one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aaaaa,bb}bbb        | aaaaa   | bb}bbb
            aa{aa,bb}bb         | aa{aa   | bb}bb
            aaaaa,{bbbb         | aaaaa   | {bbbb
            aa\\,aa,bb}bb       | aa,aa   | bb}bb
            of ${NOT_THERE_AT_ALL:aaa,aa},bb}bb | of aaa,aa | bb}bb
            """)
    void several_secrets_in_a_file_are_separated_by_commas_whatever_braces_they_have(String written, String first,
            String second) {
        assertThat(texts(file("secrets", written))).containsExactly(first, second);
    }

    @Test
    void a_reference_within_a_text_is_replaced() {
        assertThat(texts(file("secrets", "before ${PATH} after"))).containsExactly("before " + PATH + " after");
    }

    @Test
    void a_reference_to_an_unset_variable_is_refused_by_name() {
        refused("shop", Map.of("preset", "stripe", "secrets", "${NOT_THERE_AT_ALL}"),
                "onceward.sources.shop.secrets has ${NOT_THERE_AT_ALL} in it, which is not set: set it, or write "
                        + "${NOT_THERE_AT_ALL:} for a secret that may be absent");
        refused("shop", Map.of("preset", "stripe", "secret.autumn", "${NOT_THERE_AT_ALL}"),
                "onceward.sources.shop.secret.autumn has ${NOT_THERE_AT_ALL} in it, which is not set");
    }

    @Test
    void a_secret_property_without_an_id_is_refused_with_the_properties_to_use() {
        refused("shop", Map.of("preset", "stripe", "secret", "!secret! and so on"),
                "onceward.sources.shop.secret is not read: write onceward.sources.shop.secrets=…, or "
                        + "onceward.sources.shop.secret.ID=… with an id of your own for it");
    }

    @Test
    void the_token_of_a_handshake_is_taken_as_it_is() {
        var source = fromEnvironment("shop", Map.of("PRESET", "whatsapp", "SECRETS", "long enough",
                "HANDSHAKE_TOKEN", "made$$up\\token${of}mine,x"), Map.of());
        assertThat(source.handshakes().token()).map(SecretText::text).contains("made$$up\\token${of}mine,x");
    }

    private static Source environment(String key, String value) {
        return fromEnvironment("shop", Map.of("PRESET", "stripe", key, value), Map.of());
    }

    private static Source file(String key, String value) {
        return read("shop", new HashMap<>(Map.of("preset", "stripe", key, value)));
    }

    private static List<String> texts(Source source) {
        return source.credentials().secrets().stream().map(SecretText::text).toList();
    }
}
