package dev.onceward.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Debian's libfaketime, where it is installed.
final class FakeTime {
    private FakeTime() {}

    static Optional<String> library() {
        return Stream.of("x86_64-linux-gnu", "aarch64-linux-gnu")
                .map(machine -> Path.of("/usr/lib", machine, "faketime", "libfaketime.so.1"))
                .filter(Files::exists)
                .map(Path::toString)
                .findFirst();
    }
}
