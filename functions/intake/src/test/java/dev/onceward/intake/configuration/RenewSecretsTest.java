package dev.onceward.intake.configuration;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.intake.IntakeLogOutput;
import dev.onceward.intake.signature.PublishedKeys;

import static org.assertj.core.api.Assertions.assertThat;

class RenewSecretsTest {
    private static final String ONE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_QW4gb3RoZXIgc2VjcmV0LCBvbGQgYnV0IGdvb2Q=";

    @TempDir
    Path directory;

    private final IntakeLogOutput logged = IntakeLogOutput.of(RenewSecrets.class);

    @AfterEach
    void end() {
        logged.close();
    }

    @Test
    void changed_secrets_are_logged_once_with_their_ids_and_without_their_text() {
        var mounted = MountedSecret.at(directory, Map.of("one", ONE));
        var renew = renew();
        mounted.hold(Map.of("one", ONE, "other", OTHER));
        look(renew, 3);
        assertThat(logged.lines())
                .containsExactly("INFO intake read changed secrets: source=shop secrets=one,other");
    }

    @Test
    void unusable_secrets_are_logged_once_and_their_recovery_once() {
        var mounted = MountedSecret.at(directory, Map.of("one", ONE));
        var renew = renew();
        mounted.hold(Map.of());
        look(renew, 3);
        mounted.hold(Map.of("one", ONE));
        look(renew, 3);
        assertThat(logged.lines()).containsExactly(
                "ERROR intake cannot use the changed secrets and keeps the previous ones: source=shop path=%s why=%s"
                        .formatted(
                                directory, "cannot be read from " + directory + ": no file is in it"),
                "INFO intake can read the secrets again: source=shop path=" + directory);
    }

    @Test
    void a_different_failure_to_read_secrets_is_logged_again() {
        var mounted = MountedSecret.at(directory, Map.of("one", ONE));
        var renew = renew();
        mounted.hold(Map.of());
        look(renew, 2);
        mounted.hold(Map.of("one", "whsec_!secret!"));
        look(renew, 2);
        assertThat(logged.lines()).hasSize(2).noneMatch(line -> line.contains("!secret!"));
    }

    private static void look(RenewSecrets renew, int times) {
        IntStream.range(0, times).forEach(_ -> renew.look());
    }

    private RenewSecrets renew() {
        return new RenewSecrets(new Sources(
                ReadSourceFromProperties.config("shop",
                        Map.of("preset", "standard-webhooks", "secrets", "file:" + directory)),
                Clock.systemUTC(), PublishedKeys.NONE));
    }
}
