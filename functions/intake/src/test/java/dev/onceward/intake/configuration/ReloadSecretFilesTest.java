package dev.onceward.intake.configuration;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.testing.LogOutput;

import static org.assertj.core.api.Assertions.assertThat;

class ReloadSecretFilesTest {
    private static final String ONE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_QW4gb3RoZXIgc2VjcmV0LCBvbGQgYnV0IGdvb2Q=";

    @TempDir
    Path directory;

    private final LogOutput logged = LogOutput.of(ReloadSecretFiles.class);

    @AfterEach
    void end() {
        logged.close();
    }

    @Test
    void changed_secrets_are_logged_once_with_their_ids_and_without_their_text() {
        var mounted = MountedSecret.at(directory, Map.of("one", ONE));
        var reload = reload();
        mounted.hold(Map.of("one", ONE, "other", OTHER));
        look(reload, 3);
        assertThat(logged.lines())
                .containsExactly("INFO intake read changed secrets: source=shop secrets=one,other");
    }

    @Test
    void unusable_secrets_are_logged_once_and_their_recovery_once() {
        var mounted = MountedSecret.at(directory, Map.of("one", ONE));
        var reload = reload();
        mounted.hold(Map.of());
        look(reload, 3);
        mounted.hold(Map.of("one", ONE));
        look(reload, 3);
        assertThat(logged.lines()).containsExactly(
                "ERROR intake cannot use the changed secrets and keeps the previous ones: source=shop path=%s why=%s"
                        .formatted(
                                directory, "cannot be read from " + directory + ": no file is in it"),
                "INFO intake can read the secrets again: source=shop path=" + directory);
    }

    @Test
    void a_different_failure_to_read_secrets_is_logged_again() {
        var mounted = MountedSecret.at(directory, Map.of("one", ONE));
        var reload = reload();
        mounted.hold(Map.of());
        look(reload, 2);
        mounted.hold(Map.of("one", "whsec_!secret!"));
        look(reload, 2);
        assertThat(logged.lines()).hasSize(2).noneMatch(line -> line.contains("!secret!"));
    }

    private static void look(ReloadSecretFiles reload, int times) {
        IntStream.range(0, times).forEach(_ -> reload.look());
    }

    private ReloadSecretFiles reload() {
        return new ReloadSecretFiles(new Sources(
                ReadSourceFromProperties.config("shop",
                        Map.of("preset", "standard-webhooks", "secrets", "file:" + directory)),
                Clock.systemUTC(), PublishedKeys.NONE));
    }
}
