package dev.onceward.intake.signature.preset;

import java.util.Locale;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PresetsTest {
    private static final PresetFile BROKEN = new PresetFile("""
            # a comment that says shop.title=Comment
            acme.title=Acme
            acme.tolerence=5m

            shop.title=Shop
            shop.prefix=Bearer\\u0020
            shopping.title=Shopping
            """);

    /// A tolerance that is misspelt would be none.
    @Test
    void a_word_that_is_misspelt_in_the_file_is_named() {
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(BROKEN::all)
                .withMessageStartingWith("presets.properties: acme.tolerence is not known here: there are algorithm, ");
    }

    @Test
    void a_preset_that_nobody_asked_for_is_not_parsed() {
        var shop = BROKEN.preset("shop").orElseThrow();
        assertThat(shop.facts().lines()).containsOnlyKeys("title", "prefix").containsEntry("title", "Shop")
                .containsEntry("prefix", "Bearer ");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> BROKEN.preset("acme"));
    }

    @Test
    void what_is_no_name_of_a_preset_is_none() {
        for (var name : new String[]{"sho", "shop.title", "", "hop", "# a comment that says shop", "shop\nshopping"}) {
            assertThat(BROKEN.preset(name)).as(name).isEmpty();
        }
    }

    @Test
    void each_preset_read_by_itself_is_the_same_as_among_all() {
        assertThat(Presets.all()).hasSizeGreaterThan(80)
                .allSatisfy((name, preset) -> assertThat(Presets.named(name)).isEqualTo(preset));
    }

    @Test
    void a_name_that_is_no_presets_is_answered_with_those_that_are() {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Presets.named("strip"))
                .withMessageStartingWith("must be one of acuity, adyen, ").withMessageContaining(", stripe, ");
    }

    /// If this fails, write the names that are missing there, in lower case. A header that is not listed would be stored
    /// with the event, secret and all, where a request meant for one source was sent to another.
    @Test
    void the_headers_that_hold_a_secret_are_those_of_the_presets() {
        assertThat(Presets.SECRET_HEADERS).containsExactlyInAnyOrderElementsOf(Presets.all().values().stream()
                .flatMap(preset -> preset.secretHeaders().stream()).map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet()));
    }
}
