package dev.onceward.internal.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

/// Reads a Lua script that lies beside a class, without its comments. The script is sent with each call, because it is
/// short and Redis may forget scripts at any time.
public final class RedisScript {
    private RedisScript() {}

    public static String beside(Class<?> type, String name) {
        try (var file = Objects.requireNonNull(type.getResourceAsStream(name + ".lua"), name)) {
            return new String(file.readAllBytes(), UTF_8).lines().map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("--")).collect(joining("\n"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
