package dev.onceward.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// A name in a stack trace or a line of the log leads to one type.
class TypeNamesTest {
    private static final Path ROOT = requireNonNull(Path.of(System.getProperty("functions")).getParent());
    private static final Pattern DECLARATION = Pattern.compile(
            "^ *(?:(?:public|protected|private|static|final|sealed|non-sealed|abstract) )*(?:class|record|enum|@?interface) (\\w+)",
            Pattern.MULTILINE);

    @Test
    void no_simple_name_is_declared_twice() throws IOException {
        try (var files = Files.walk(ROOT)) {
            var names = files.filter(TypeNamesTest::isSource).flatMap(TypeNamesTest::declared)
                    .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
            assertThat(names).hasSizeGreaterThan(500);
            names.values().removeIf(times -> times == 1);
            assertThat(names).as("names that are declared more than once").isEmpty();
        }
    }

    /// The application that uses the library is not part of the project.
    private static boolean isSource(Path file) {
        var path = ROOT.relativize(file).toString();
        return path.endsWith(".java") && !path.contains("target/") && !path.contains("library-user/");
    }

    private static Stream<String> declared(Path file) {
        try {
            return DECLARATION.matcher(Files.readString(file)).results().map(TypeNamesTest::name);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static String name(MatchResult declaration) {
        return declaration.group(1);
    }
}
