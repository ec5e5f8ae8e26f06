package dev.onceward.intake.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.intake.secret.ReloadOutcome;
import dev.onceward.intake.secret.ReloadOutcome.Changed;
import dev.onceward.intake.secret.ReloadOutcome.Same;
import dev.onceward.intake.secret.ReloadOutcome.Unusable;
import dev.onceward.intake.secret.SecretFiles;
import dev.onceward.intake.secret.SecretOrigin;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.sender.StandardWebhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

class SourceSchemeTest {
    private static final String ONE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_QW4gb3RoZXIgc2VjcmV0LCBvbGQgYnV0IGdvb2Q=";
    private static final SecretText LEARNED = new SecretText("learned-1", OTHER);

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void oneSecret() throws IOException {
        file = Files.writeString(directory.resolve("one"), ONE);
    }

    @Test
    void renewing_unchanged_secret_files_keeps_the_scheme() {
        var credentials = credentials(directory);
        var scheme = credentials.scheme();
        assertThat(credentials.reload()).isEqualTo(new Same());
        assertThat(credentials.scheme()).isSameAs(scheme);
    }

    @Test
    void a_new_file_is_a_new_secret_beside_the_old_one() throws IOException {
        var credentials = credentials(directory);
        var scheme = credentials.scheme();
        var _ = Files.writeString(directory.resolve("other"), OTHER);
        assertThat(credentials.reload()).isEqualTo(new Changed(List.of("one", "other")));
        assertThat(credentials.secrets()).extracting(SecretText::text).containsExactly(ONE, OTHER);
        assertThat(credentials.scheme()).isNotSameAs(scheme);
    }

    @Test
    void secrets_in_the_configuration_stay_beside_secrets_in_files() throws IOException {
        var credentials = credentials(Stream.of(new SecretOrigin.Written(LEARNED), new SecretFiles(directory)));
        var _ = Files.writeString(directory.resolve("two"), OTHER);
        assertThat(credentials.reload()).isEqualTo(new Changed(List.of("learned-1", "one", "two")));
    }

    @Test
    void a_deleted_secret_file_is_reported_and_its_secret_is_kept() throws IOException {
        var credentials = credentials(file);
        Files.delete(file);
        assertThat(why(credentials.reload())).startsWith("cannot be read from " + file);
        assertThat(credentials.secrets()).extracting(SecretText::text).containsExactly(ONE);
    }

    @Test
    void a_secret_that_the_scheme_cannot_use_changes_nothing_and_is_not_shown() throws IOException {
        var credentials = credentials(directory);
        var scheme = credentials.scheme();
        var _ = Files.writeString(directory.resolve("other"), "whsec_!secret!");
        assertThat(why(credentials.reload())).startsWith("must be base64").doesNotContain("!secret!");
        assertThat(credentials.scheme()).isSameAs(scheme);
    }

    @Test
    void a_secret_file_that_can_be_read_again_is_used() throws IOException {
        var credentials = credentials(file);
        Files.delete(file);
        assertThat(credentials.reload()).isInstanceOf(Unusable.class);
        var _ = Files.writeString(file, OTHER);
        assertThat(credentials.reload()).isEqualTo(new Changed(List.of("one")));
    }

    @Test
    void learned_secrets_are_added_to_configured_secrets_and_survive_their_change() throws IOException {
        var credentials = credentials(file);
        assertThat(credentials.useHandshakeSecrets(List.of(LEARNED)))
                .isEqualTo(new Changed(List.of("one", "learned-1")));
        assertThat(credentials.useHandshakeSecrets(List.of(LEARNED))).isEqualTo(new Same());
        var _ = Files.writeString(file, OTHER);
        assertThat(credentials.reload()).isEqualTo(new Changed(List.of("one", "learned-1")));
    }

    @Test
    void a_learned_secret_that_the_scheme_cannot_use_changes_nothing() {
        var credentials = credentials(file);
        assertThat(why(credentials.useHandshakeSecrets(List.of(new SecretText("learned-1", "!secret!")))))
                .startsWith("must be");
        assertThat(credentials.secrets()).hasSize(1);
    }

    @Test
    void only_secrets_in_files_may_change() {
        assertThat(credentials(file).areWritten()).isFalse();
        assertThat(credentials(file).places()).isEqualTo(file.toString());
        assertThat(credentials(Map.of("1", ONE)).areWritten()).isTrue();
    }

    private static String why(ReloadOutcome secretRenewal) {
        return assertThat(secretRenewal).asInstanceOf(type(Unusable.class)).actual().why();
    }

    private static SourceScheme credentials(Path path) {
        return credentials(Stream.of(new SecretFiles(path)));
    }

    private static SourceScheme credentials(Map<String, String> written) {
        return credentials(written.entrySet().stream().map(secret -> SecretOrigin.of(secret.getKey(),
                secret.getValue())));
    }

    private static SourceScheme credentials(Stream<SecretOrigin> origins) {
        return new SourceScheme(origins.toList(),
                secrets -> new StandardWebhooks(secrets, "webhook", Duration.ofMinutes(5)));
    }
}
