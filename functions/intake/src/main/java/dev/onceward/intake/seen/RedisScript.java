package dev.onceward.intake.seen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

/// Reads a Lua script that lies beside this class, without its comments. The script is sent with each call, because it is
/// short and Redis may forget scripts at any time.
final class RedisScript {
    private RedisScript() {}

    static String named(String name) {
        try (var file = Objects.requireNonNull(RedisScript.class.getResourceAsStream(name + ".lua"), name)) {
            return new String(file.readAllBytes(), UTF_8).lines().map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("--")).collect(joining("\n"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
