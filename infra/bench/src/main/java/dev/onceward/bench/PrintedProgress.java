package dev.onceward.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/// The last number that a yardstick printed: they count for themselves, because to count the rows that are left would
/// take from what is measured.
record PrintedProgress(JavaProcess daemon) implements Progress {

    @Override
    public long delivered() {
        try (var lines = Files.lines(daemon.log())) {
            return lines.filter(line -> line.matches("\\d+")).mapToLong(Long::parseLong).max().orElse(0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
