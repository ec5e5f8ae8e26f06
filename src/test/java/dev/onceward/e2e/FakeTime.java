package dev.onceward.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Debian's libfaketime, where it is installed.
final class FakeTime {
    private FakeTime() {}

    /// Without it a test is skipped, but not in CI, where nobody would see it.
    static void isNeeded() {
        if ("true".equals(System.getenv("ONCEWARD_TEST_ALL"))) {
            assertThat(library()).as("libfaketime is installed").isPresent();
        }
        assumeTrue(library().isPresent(), "libfaketime is not installed");
    }

    static Optional<String> library() {
        return Stream.of("x86_64-linux-gnu", "aarch64-linux-gnu")
                .map(machine -> Path.of("/usr/lib", machine, "faketime", "libfaketime.so.1"))
                .filter(Files::exists)
                .map(Path::toString)
                .findFirst();
    }
}
