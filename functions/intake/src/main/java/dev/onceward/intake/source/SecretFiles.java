package dev.onceward.intake.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.onceward.signature.SecretText;

/// A file, or a directory in which each file is a secret, as Kubernetes mounts them. The name of the file is the id.
record SecretFiles(Path path) implements SecretOrigin {
    private static final int LARGEST = 64 << 10;
    /// A link that Kubernetes turns, when a secret changes, to a new directory with all of its files. Read past it, one
    /// reading could be half of the old files and half of the new.
    private static final String TURNED_AT_ONCE = "..data";

    @Override
    public Optional<Path> place() {
        return Optional.of(path);
    }

    /// Tried twice: the files that a turned link led to are deleted, maybe under our hands.
    @Override
    public List<SecretText> read() {
        try {
            return secrets();
        } catch (IOException | UncheckedIOException turned) {
            return secondLook();
        }
    }

    private List<SecretText> secondLook() {
        try {
            return secrets();
        } catch (IOException | UncheckedIOException unreadable) {
            throw new IllegalArgumentException("cannot be read from " + path + ": is it there, readable, and text?",
                    unreadable);
        }
    }

    private List<SecretText> secrets() throws IOException {
        return Files.isDirectory(path) ? all(directory()) : List.of(secret(path));
    }

    private Path directory() throws IOException {
        var turned = path.resolve(TURNED_AT_ONCE);
        return (Files.isDirectory(turned) ? turned : path).toRealPath();
    }

    private List<SecretText> all(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            var secrets = files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !Files.isDirectory(file))
                    .sorted()
                    .map(SecretFiles::listed)
                    .toList();
            if (secrets.isEmpty()) {
                throw new IllegalArgumentException("cannot be read from " + path + ": no file is in it");
            }
            return secrets;
        }
    }

    private static SecretText listed(Path file) {
        try {
            return secret(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static SecretText secret(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IllegalArgumentException("cannot be read from " + file + ": it is larger than a secret");
        }
        var text = Files.readString(file).strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("cannot be read from " + file + ": it is empty");
        }
        return new SecretText(file.getFileName().toString(), text);
    }
}
