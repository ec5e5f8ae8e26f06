package dev.onceward.intake.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.smallrye.config.WithParentName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages list every preset and every property of a source as they are. `-Dpage=write` writes it anew.
class SourcesPageTest {
    private static final Path PRESETS = Path.of("../../docs/presets.md");
    private static final Path README = Path.of("README.md");
    private static final Pattern LISTED = Pattern.compile("(?s)(<!-- presets -->\n).*(<!-- end of presets -->)");

    @Test
    void the_page_lists_every_preset_as_it_is() throws IOException {
        var page = Files.readString(PRESETS);
        assertThat(LISTED.matcher(page).find()).as("the list is between its marks").isTrue();
        var right = LISTED.matcher(page).replaceFirst("$1" + Matcher.quoteReplacement(PresetsTable.text()) + "$2");
        if ("write".equals(System.getProperty("page"))) {
            Files.writeString(PRESETS, right);
        }
        assertThat(Files.readString(PRESETS)).as("CONTRIBUTING.md says how to write the page anew")
                .isEqualTo(right);
    }

    @Test
    void the_page_names_every_property_of_a_source() throws IOException {
        var page = Files.readString(README);
        assertThat(properties()).allSatisfy(property -> assertThat(page).contains("`" + property));
    }

    @Test
    void every_property_of_a_source_is_accepted_as_known() {
        assertThat(properties()).containsExactlyInAnyOrderElementsOf(
                Stream.concat(RejectUnknownProperties.ALONE.stream(),
                        RejectUnknownProperties.WITH_A_NAME.stream().map(name -> name.replace(".", "")))
                        .collect(Collectors.toSet()));
    }

    private static List<String> properties() {
        return Stream.of(SourcesConfig.SourceConfig.class.getDeclaredMethods())
                .filter(method -> !method.isAnnotationPresent(WithParentName.class))
                .map(method -> method.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .toList();
    }
}
