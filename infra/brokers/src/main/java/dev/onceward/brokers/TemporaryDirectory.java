package dev.onceward.brokers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// A directory for the data of a broker, which is deleted when it is closed.
record TemporaryDirectory(Path path) implements AutoCloseable {

    static TemporaryDirectory temporary(String broker) {
        try {
            return new TemporaryDirectory(Files.createTempDirectory("onceward-" + broker + "-"));
        } catch (IOException failed) {
            throw new BrokerNotStarted(broker, failed);
        }
    }

    Path file(String name) {
        return path.resolve(name);
    }

    Path write(String name, String content) {
        try {
            return Files.writeString(file(name), content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Deletes the directory. It tries several times, because a server that is ending may delete files of its own at the
    /// same time.
    @Override
    public void close() {
        for (var attempt = 1; Files.exists(path); attempt++) {
            try (var all = Files.walk(path)) {
                for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            } catch (IOException | UncheckedIOException busy) {
                if (attempt == 10) {
                    throw new IllegalStateException(path + " can not be deleted", busy);
                }
            }
        }
    }
}
