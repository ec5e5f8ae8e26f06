package dev.onceward.signature.preset;

import java.util.Properties;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PresetsTest {

    /// A tolerance that is misspelt would be none.
    @Test
    void a_word_that_is_misspelt_in_the_file_is_named() {
        var lines = new Properties();
        lines.setProperty("acme.tolerence", "5m");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> Presets.read(lines))
                .withMessageStartingWith("presets.properties: acme.tolerence is not known here: there are algorithm, ");
    }
}
