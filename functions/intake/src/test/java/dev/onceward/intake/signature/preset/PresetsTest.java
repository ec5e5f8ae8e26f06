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
    void a_misspelt_property_in_the_preset_file_is_refused_by_name() {
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(BROKEN::all)
                .withMessageStartingWith(
                        "presets.properties: acme.tolerence is unknown: the properties are algorithm, ");
    }

    @Test
    void reading_one_preset_does_not_parse_the_other_presets() {
        var shop = BROKEN.preset("shop").orElseThrow();
        assertThat(shop.facts().lines()).containsOnlyKeys("title", "prefix").containsEntry("title", "Shop")
                .containsEntry("prefix", "Bearer ");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> BROKEN.preset("acme"));
    }

    @Test
    void an_unknown_name_finds_no_preset_in_the_file() {
        for (var name : new String[]{"sho", "shop.title", "", "hop", "# a comment that says shop", "shop\nshopping"}) {
            assertThat(BROKEN.preset(name)).as(name).isEmpty();
        }
    }

    @Test
    void each_preset_read_alone_equals_the_one_read_with_all_presets() {
        assertThat(Presets.all()).hasSizeGreaterThan(80)
                .allSatisfy((name, preset) -> assertThat(Presets.named(name)).isEqualTo(preset));
    }

    @Test
    void an_unknown_preset_name_is_refused_with_the_known_names() {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Presets.named("strip"))
                .withMessageStartingWith("must be one of acuity, adyen, ").withMessageContaining(", stripe, ");
    }

    /// If this fails, write the names that are missing there, in lower case. A header that is not listed would be stored
    /// with the event, secret and all, where a request meant for one source was sent to another.
    @Test
    void secret_headers_lists_exactly_the_secret_headers_of_all_presets() {
        assertThat(Presets.SECRET_HEADERS).containsExactlyInAnyOrderElementsOf(Presets.all().values().stream()
                .flatMap(preset -> preset.secretHeaders().stream()).map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet()));
    }
}
