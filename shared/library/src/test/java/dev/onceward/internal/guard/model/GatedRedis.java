package dev.onceward.internal.guard.model;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.UnaryOperator;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.RequestImpl;
import io.vertx.redis.client.impl.types.ErrorType;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Holds each script back until the test says what becomes of it. It knows no script by its hash, so that it sees the texts.
final class GatedRedis implements Redis {
    private static final Method ARGUMENTS = arguments();

    private final Redis redis;
    private final UnaryOperator<String> script;
    private final Runnable arrived;
    private @Nullable Request command;
    private Promise<Response> reply = Promise.promise();
    private String token = "";

    /// @param script what to run instead of a script
    /// @param arrived runs when a script waits
    GatedRedis(Redis redis, UnaryOperator<String> script, Runnable arrived) {
        this.redis = redis;
        this.script = script;
        this.arrived = arrived;
    }

    @Override
    public Future<Response> send(Request request) {
        return request.command().equals(Command.EVALSHA)
                ? Future.failedFuture(ErrorType.create("NOSCRIPT"))
                : holdBack(request);
    }

    private Future<Response> holdBack(Request request) {
        try {
            @SuppressWarnings("unchecked")
            var arguments = (List<byte[]>) ARGUMENTS.invoke(request);
            token = new String(arguments.get(3), UTF_8);
            var changed = Request.cmd(request.command()).arg(script.apply(new String(arguments.get(0), UTF_8)));
            arguments.stream().skip(1).forEach(changed::arg);
            command = changed;
        } catch (IllegalAccessException | InvocationTargetException changed) {
            throw new IllegalStateException(changed);
        }
        reply = Promise.promise();
        arrived.run();
        return reply.future();
    }

    String token() {
        return token;
    }

    /// Redis runs the script, and the call learns what it answered.
    void run() {
        var waiting = reply;
        var _ = redis.send(command()).onComplete(waiting);
    }

    /// Redis runs the script, and the call does not learn what it answered.
    void runUnanswered() {
        var waiting = reply;
        var _ = redis.send(command()).onComplete(_ -> waiting.fail("the reply was lost"));
    }

    void lose() {
        reply.fail("the command was lost");
    }

    /// The call gives up.
    ///
    /// @return what makes the command arrive
    Runnable delay() {
        var late = command();
        lose();
        return () -> {
            var _ = redis.send(late).toCompletionStage().toCompletableFuture().join();
        };
    }

    private Request command() {
        if (command == null) {
            throw new IllegalStateException("no script waits");
        }
        return command;
    }

    private static Method arguments() {
        try {
            var method = RequestImpl.class.getDeclaredMethod("getArgs");
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException changed) {
            throw new IllegalStateException(changed);
        }
    }

    @Override
    public Future<RedisConnection> connect() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Future<List<Response>> batch(List<Request> requests) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
