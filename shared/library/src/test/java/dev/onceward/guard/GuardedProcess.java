package dev.onceward.guard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;

import dev.onceward.guard.Operation.OnAbandon;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.servers.Servers;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A process that runs a guarded operation in a transaction, to be killed or paused. The operation writes an effect and then
/// waits for a line.
final class GuardedProcess implements AutoCloseable {
    static final Operation PAYMENT = Operation.named("payment").withLease(Duration.ofSeconds(2));
    static final GuardedRequest REQUEST = GuardedRequest.of("order-1", "12 EUR");

    private static final String RUNS = "the operation runs";
    private static final String RESULT = "the result is ";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final BufferedReader output;

    private GuardedProcess(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static GuardedProcess start(Store store, OnAbandon onAbandon) {
        try {
            return new GuardedProcess(new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                    System.getProperty("java.class.path"), GuardedProcess.class.getName(),
                    Servers.postgres().url(), Servers.redis().url(), store.name(), onAbandon.name())
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    GuardedProcess awaitOperation() {
        var _ = lineWith(RUNS);
        return this;
    }

    void endOperation() {
        try (var input = process.outputWriter()) {
            input.write("go on\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Waits for the end of the call.
    String result() {
        return lineWith(RESULT).substring(RESULT.length());
    }

    long pid() {
        return process.pid();
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private String lineWith(String beginning) {
        return output.lines().filter(line -> line.startsWith(beginning)).findFirst().orElseThrow();
    }

    public static void main(String... arguments) {
        var vertx = Vertx.vertx();
        var pool = Pool.newInstance(PgBuilder.pool().connectingTo(PgConnectOptions.fromUri(arguments[0]))
                .using(vertx.getDelegate()).build());
        var guard = new Guard(pool, Optional.of(Redis.createClient(vertx, arguments[1])),
                Guards.config(Store.valueOf(arguments[2]), PATIENCE), vertx.getDelegate());
        var result = guard.onceInTransaction(PAYMENT.withOnAbandon(OnAbandon.valueOf(arguments[3])), REQUEST,
                String.class, GuardedProcess::writeAndWait).await().atMost(PATIENCE);
        print(RESULT + result);
    }

    private static Uni<String> writeAndWait(SqlConnection transaction) {
        return effect(transaction, "first")
                .onItem().invoke(() -> print(RUNS))
                .onItem().transformToUni(_ -> Uni.createFrom()
                        .completionStage(() -> CompletableFuture.supplyAsync(GuardedProcess::readLine)))
                .replaceWith("first");
    }

    static Uni<Void> effect(SqlConnection transaction, String name) {
        return transaction.preparedQuery("INSERT INTO effect VALUES ($1)").execute(Tuple.of(name)).replaceWithVoid();
    }

    private static int readLine() {
        try {
            return System.in.read();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void print(String line) {
        System.out.writeBytes((line + "\n").getBytes(UTF_8));
        System.out.flush();
    }
}
