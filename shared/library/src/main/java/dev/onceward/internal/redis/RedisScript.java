package dev.onceward.internal.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

/// A Lua script. Redis gets its hash, and its text only if it does not know the script: when it has not run it yet, after a
/// restart, a failover or `SCRIPT FLUSH`, and for each node of a cluster.
///
/// @param hash the SHA-1 of the text, by which Redis finds the script
public record RedisScript(String text, String hash) {
    private static final String UNKNOWN = "NOSCRIPT";

    /// Reads a script that lies beside a class, without its comments.
    public static RedisScript beside(Class<?> type, String name) {
        try (var file = Objects.requireNonNull(type.getResourceAsStream(name + ".lua"), name)) {
            return of(new String(file.readAllBytes(), UTF_8).lines().map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("--")).collect(joining("\n")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static RedisScript of(String text) {
        try {
            var hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8));
            return new RedisScript(text, HexFormat.of().formatHex(hash));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-1", impossible);
        }
    }

    /// Runs a script that returns something. A script that Redis does not know has not run, so it is safe to send it again.
    ///
    /// @param send sends a command to Redis
    /// @param arguments adds the number of keys, the keys and the arguments to a command
    public Future<Response> run(Function<Request, Future<@Nullable Response>> send, UnaryOperator<Request> arguments) {
        return send.apply(arguments.apply(Request.cmd(Command.EVALSHA).arg(hash)))
                .recover(failure -> failure instanceof ErrorType error && error.is(UNKNOWN)
                        ? send.apply(arguments.apply(Request.cmd(Command.EVAL).arg(text)))
                        : Future.failedFuture(failure))
                .map(Objects::requireNonNull);
    }
}
