package dev.onceward.intake.secret;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.onceward.intake.signature.SecretText;

/// Where secrets are read from. Reading blocks.
public sealed interface SecretOrigin permits SecretOrigin.Written, SecretFiles {
    String FILE = "file:";

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    List<SecretText> read();

    /// The file or directory to read again; empty if the secret cannot change while the process runs.
    Optional<Path> place();

    record Written(SecretText secret) implements SecretOrigin {

        @Override
        public List<SecretText> read() {
            return List.of(secret);
        }

        @Override
        public Optional<Path> place() {
            return Optional.empty();
        }
    }

    static SecretOrigin of(String id, String text) {
        return text.startsWith(FILE)
                ? new SecretFiles(Path.of(text.substring(FILE.length())))
                : new Written(new SecretText(id, text));
    }
}
