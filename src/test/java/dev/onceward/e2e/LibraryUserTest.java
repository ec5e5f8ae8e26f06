package dev.onceward.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.testing.LongTest;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// Builds and tests applications that know this project by the artifact of the library alone, as its users have it.
class LibraryUserTest {
    private static final Path CHECKOUT = requireNonNull(Path.of(System.getProperty("functions")).getParent());
    private static final String VERSION = System.getProperty("onceward.version");

    @TempDir
    private Path directory;

    @Test
    void an_application_of_its_own_stores_rows_and_events_together_with_the_artifact_alone() throws Exception {
        build("library-user", "verify", 12);
    }

    @LongTest
    @Test
    void an_application_with_panache_puts_events_into_its_transactions() throws Exception {
        build("panache-user", "test", 4);
    }

    private void build(String application, String phase, int tests) throws Exception {
        var fetched = Path.of(System.getProperty("maven.repo.local", System.getProperty("repository")));
        try (var repository = new LocalRepository(fetched, CHECKOUT, VERSION)) {
            repository.installPom("onceward-parent", "");
            repository.install("onceward", "shared/library", "onceward-" + VERSION + ".jar");
            repository.install("onceward-sql", "infra/sql", "onceward-sql.jar");
            repository.install("onceward-embedded", "infra/embedded", "onceward-embedded.jar");
            var log = Path.of("target", application + ".log");
            build(outsideOfTheCheckout(application), phase, repository.path(), log);
            assertThat(Files.readString(log))
                    .contains("Tests run: %d, Failures: 0, Errors: 0, Skipped: 0".formatted(tests));
        }
    }

    /// Within the checkout Quarkus would find this project and take its classes for those of the artifact.
    private Path outsideOfTheCheckout(String application) throws IOException {
        var source = CHECKOUT.resolve("src/test").resolve(application);
        try (var files = Files.walk(source)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = directory.resolve(source.relativize(file));
                var _ = Files.createDirectories(requireNonNull(copy.getParent()));
                var _ = Files.copy(file, copy);
            }
        }
        return directory;
    }

    /// Without the network: all it needs was fetched for this build.
    private static void build(Path application, String phase, Path repository, Path log)
            throws IOException, InterruptedException {
        var maven = new ProcessBuilder(Path.of(System.getProperty("maven"), "bin", "mvn").toString(), "-B", "-ntp",
                "-o",
                "-Dmaven.repo.local=" + repository, "-Donceward.version=" + VERSION,
                "-DargLine=-XX:TieredStopAtLevel=1", phase)
                .directory(application.toFile())
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            assertThat(maven.waitFor(5, TimeUnit.MINUTES)).as("it takes too long: %s", log).isTrue();
        } finally {
            maven.descendants().forEach(ProcessHandle::destroy);
            maven.destroy();
        }
        assertThat(maven.exitValue()).as(Files.readString(log)).isZero();
    }
}
