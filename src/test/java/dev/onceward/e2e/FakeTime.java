package dev.onceward.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import dev.onceward.testing.RequireProgram;

/// Debian's libfaketime, where it is installed.
final class FakeTime {
    private FakeTime() {}

    /// Skips the test where it is missing.
    static void isNeeded() {
        RequireProgram.needs("libfaketime", library().isPresent());
    }

    static Optional<String> library() {
        return Stream.of("x86_64-linux-gnu", "aarch64-linux-gnu")
                .map(machine -> Path.of("/usr/lib", machine, "faketime", "libfaketime.so.1"))
                .filter(Files::exists)
                .map(Path::toString)
                .findFirst();
    }
}
