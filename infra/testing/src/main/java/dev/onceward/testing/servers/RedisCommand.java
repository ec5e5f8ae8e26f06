package dev.onceward.testing.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;

import dev.onceward.embedded.Redis;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Sends one command to Redis past the code under test, over a connection of its own.
public final class RedisCommand {
    private RedisCommand() {}

    /// @return the first line of the reply, as in `+OK`
    public static String send(Redis redis, String command) {
        var url = URI.create(redis.url());
        try (var socket = new Socket(url.getHost(), url.getPort());
                var reply = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
            return String.valueOf(reply.readLine());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static void flush(Redis redis) {
        if (!send(redis, "FLUSHALL").equals("+OK")) {
            throw new IllegalStateException("Redis refused to forget its keys.");
        }
    }
}
