package dev.onceward.intake.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.onceward.signature.SecretText;

/// Where secrets are read from. Reading blocks.
sealed interface SecretOrigin {
    String FILE = "file:";

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    List<SecretText> read();

    record Written(SecretText secret) implements SecretOrigin {

        @Override
        public List<SecretText> read() {
            return List.of(secret);
        }
    }

    /// A file, or a directory in which each file is a secret, as Kubernetes mounts them. The name of the file is the id.
    record InFiles(Path path) implements SecretOrigin {
        private static final int LARGEST = 64 << 10;

        @Override
        public List<SecretText> read() {
            try (var files = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
                return files.filter(file -> !file.getFileName().toString().startsWith("."))
                        .filter(file -> !Files.isDirectory(file))
                        .sorted()
                        .map(InFiles::secret)
                        .toList();
            } catch (IOException unreadable) {
                throw unreadable(path, unreadable);
            }
        }

        private static SecretText secret(Path file) {
            try {
                if (Files.size(file) > LARGEST) {
                    throw new IllegalArgumentException("cannot be read from " + file + ": it is larger than a secret");
                }
                return new SecretText(file.getFileName().toString(), Files.readString(file).strip());
            } catch (IOException unreadable) {
                throw unreadable(file, unreadable);
            }
        }

        private static IllegalArgumentException unreadable(Path path, IOException cause) {
            return new IllegalArgumentException(
                    "cannot be read from " + path + ": is the file there, readable, and text?",
                    cause);
        }
    }

    static SecretOrigin of(String id, String text) {
        return text.startsWith(FILE)
                ? new InFiles(Path.of(text.substring(FILE.length())))
                : new Written(new SecretText(id, text));
    }
}
