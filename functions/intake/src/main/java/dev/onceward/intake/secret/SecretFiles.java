package dev.onceward.intake.secret;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.onceward.intake.signature.SecretText;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

/// Reads a file, or a directory in which each file is a secret, as Kubernetes mounts them. The name of the file is the
/// id.
public record SecretFiles(Path path) implements SecretOrigin {
    private static final int LARGEST = 64 << 10;
    /// When a secret changes, Kubernetes points this link to a new directory with all of its files. Reading without
    /// resolving the link first could return some old files and some new ones.
    private static final String TURNED_AT_ONCE = "..data";

    @Override
    public Optional<Path> place() {
        return Optional.of(path);
    }

    /// Tries twice, because the old files may be deleted while they are read.
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

    /// Tests for the link itself, because its target may be missing at the moment in which the link changes.
    private Path directory() throws IOException {
        var turned = path.resolve(TURNED_AT_ONCE);
        return (Files.exists(turned, NOFOLLOW_LINKS) ? turned : path).toRealPath();
    }

    private List<SecretText> all(Path directory) throws IOException {
        var secrets = listed(directory);
        if (!directory.equals(directory())) {
            throw new NoSuchFileException(directory.toString(), null,
                    "some may have been deleted before they were read");
        }
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("cannot be read from " + path + ": no file is in it");
        }
        return secrets;
    }

    private static List<SecretText> listed(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !Files.isDirectory(file))
                    .sorted()
                    .map(SecretFiles::inList)
                    .toList();
        }
    }

    private static SecretText inList(Path file) {
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
        var text = text(file).strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("cannot be read from " + file + ": it is empty");
        }
        return new SecretText(file.getFileName().toString(), text);
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException binary) {
            throw new IllegalArgumentException("cannot be read from " + file + ": it is not text", binary);
        }
    }
}
