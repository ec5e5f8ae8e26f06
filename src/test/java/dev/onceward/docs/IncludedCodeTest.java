package dev.onceward.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// Code on a page names the source that it is from, and is the code of that source, so that it compiles and is tested.
class IncludedCodeTest {
    private static final Path CHECKOUT = requireNonNull(Path.of(System.getProperty("functions")).getParent());
    private static final Pattern INCLUDED = Pattern.compile("<!-- from (\\S+) -->\\n```\\w+\\n(.*?)```",
            Pattern.DOTALL);

    @Test
    void code_that_names_its_source_is_the_code_of_that_source() throws IOException {
        var blocks = 0;
        for (var page : pages()) {
            for (var block : INCLUDED.matcher(Files.readString(page)).results().toList()) {
                assertThat(lines(Files.readString(CHECKOUT.resolve(block.group(1)))))
                        .as("%s in %s", block.group(1), page)
                        .contains(lines(block.group(2)));
                blocks++;
            }
        }
        assertThat(blocks).isPositive();
    }

    private static List<Path> pages() throws IOException {
        try (var docs = Files.list(CHECKOUT.resolve("docs"))) {
            return Stream.concat(docs, Stream.of(CHECKOUT.resolve("README.md"),
                    CHECKOUT.resolve("functions/payments/README.md"))).toList();
        }
    }

    /// Without their indentation, which is less on the page.
    private static String lines(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
