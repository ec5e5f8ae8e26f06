package dev.onceward.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// The page of all settings says what the code says. `-Dpage=write` writes it anew.
class SettingsPageTest {
    private static final Path ROOT = requireNonNull(Path.of(System.getProperty("functions")).getParent());
    private static final Path PAGE = ROOT.resolve("docs/settings.md");

    @Test
    void the_page_lists_every_setting_with_its_default_and_its_comment() throws IOException {
        var right = new SettingsPage(ROOT).text();
        assertThat(right).contains("| `onceward.sources.NAME.retention` | `30d` |",
                "| `onceward.subscriptions.NAME.retry.attempts` | `20` |", "| `onceward.relay.lease` | `10s` |");
        if ("write".equals(System.getProperty("page"))) {
            Files.writeString(PAGE, right);
        }
        assertThat(Files.readString(PAGE)).as("CONTRIBUTING.md says how to write the page anew").isEqualTo(right);
    }
}
