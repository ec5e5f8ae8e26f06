package dev.onceward.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// Starts PostgreSQL and Redis with the schema, on a disk that commits wait for.
///
/// @param disk a description of the disk with the data
public record BenchServers(Vertx vertx, Backends backends, PgConnection connection, ProcessHandle redis,
        String disk) implements AutoCloseable {
    private static final String SETTINGS = """
            SELECT current_setting('fsync') || current_setting('synchronous_commit') AS durable,
                   current_setting('server_version') AS version, current_setting('data_directory') AS directory
            """;
    private static final String HOLD = """
            BEGIN ISOLATION LEVEL REPEATABLE READ;
            SELECT count(*) FROM onceward.event
            """;
    /// Creates WAL files in advance. A database that was in use writes its WAL into existing files; a new one creates
    /// each file of 16 MiB when it needs it, and all commits wait for that, some 30 ms every half second. The
    /// checkpoint keeps these files for later.
    private static final String MAKE_WAL_FILES = """
            DO $$
            BEGIN
                FOR file IN 1..128 LOOP
                    PERFORM pg_logical_emit_message(false, 'bench', 'fill');
                    PERFORM pg_switch_wal();
                END LOOP;
            END $$
            """;

    /// Without it, the kernel keeps what PostgreSQL wrote for 30 seconds and then writes it all at once, and commits wait
    /// for some 400 ms.
    private static final String FLUSH_OFTEN = "ALTER SYSTEM SET backend_flush_after = '512kB'";

    public static BenchServers start(Vertx vertx, Options options) throws IOException {
        var backends = Backends.temporary();
        Migrate.run(backends.postgres().url());
        var connection = connect(vertx, backends);
        var servers = new BenchServers(vertx, backends, connection, redisProcess(vertx, backends), disk(connection));
        servers.execute(FLUSH_OFTEN);
        servers.execute("SELECT pg_reload_conf()");
        if (!options.has("--smoke")) {
            servers.execute(MAKE_WAL_FILES);
            servers.execute("CHECKPOINT");
        }
        return servers;
    }

    private static PgConnection connect(Vertx vertx, Backends backends) {
        return Await.result(PgConnection.connect(vertx,
                PgConnectOptions.fromUri(backends.postgres().url()).setCachePreparedStatements(true)));
    }

    /// Checks that commits wait for the disk, because figures without fsync would be meaningless.
    private static String disk(PgConnection connection) throws IOException {
        var row = Await.result(connection.query(SETTINGS).execute()).iterator().next();
        if (!"onon".equals(row.getString("durable"))) {
            throw new IllegalStateException("PostgreSQL does not wait for the disk: " + row.toJson());
        }
        return "PostgreSQL %s, fsync on, on %s".formatted(row.getString("version"),
                Files.getFileStore(Path.of(row.getString("directory"))).type());
    }

    /// Opens a transaction whose snapshot lasts until the server ends.
    public void holdTransaction() {
        var _ = Await.result(connect(vertx, backends).exceptionHandler(_ -> {}).query(HOLD).execute());
    }

    public String postgres() {
        return backends.postgres().url();
    }

    public void execute(String sql) {
        var _ = Await.result(connection.query(sql).execute());
    }

    public long count(String sql) {
        return Await.result(connection.query(sql).execute()).iterator().next().getLong(0);
    }

    /// What the processes of the measurement have spent of the processors.
    public CpuTime cpuTime() {
        var backend = ProcessHandle.of(count("SELECT pg_backend_pid()")).orElseThrow();
        return CpuTime.now(backend.parent().orElseThrow(), redis);
    }

    private static ProcessHandle redisProcess(Vertx vertx, Backends backends) {
        var client = Redis.createClient(vertx, backends.redis().url());
        var server = Await.result(client.send(Request.cmd(Command.INFO).arg("server")).map(String::valueOf));
        client.close();
        return server.lines().filter(line -> line.startsWith("process_id:"))
                .map(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .flatMap(pid -> ProcessHandle.of(pid).stream()).findFirst().orElseThrow();
    }

    /// The environment of a process; each process reads the variables it knows.
    public Map<String, String> environment(int port, int managementPort) {
        return Map.of(
                "ONCEWARD_POSTGRES_URL", postgres(),
                "ONCEWARD_REDIS_URL", backends.redis().url(),
                "JDBC_URL", postgres().replace("postgresql://postgres@", "jdbc:postgresql://") + "?user=postgres",
                "ONCEWARD_SOURCES_BENCH_UNSIGNED", "true",
                "ONCEWARD_SOURCES_BENCH_KEY", "header:Idempotency-Key",
                "QUARKUS_HTTP_HOST", "127.0.0.1",
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "QUARKUS_MANAGEMENT_HOST", "127.0.0.1",
                "QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
    }

    @Override
    public void close() {
        Await.result(connection.close());
        backends.close();
    }
}
