package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.onceward.sql.Migrate;

import static java.util.Objects.requireNonNull;
import static java.util.function.Predicate.not;

/// Runs a command with PostgreSQL, Redis and the schema in place. If `ONCEWARD_POSTGRES_URL` or `ONCEWARD_REDIS_URL` is not
/// set, this process starts that server, and ends it when the command has ended or when this process is told to end.
final class RunOnBackends {
    private static final String POSTGRES = "ONCEWARD_POSTGRES_URL";
    private static final String REDIS = "ONCEWARD_REDIS_URL";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final StartedProcesses startedProcesses;
    private final Arguments arguments;

    private RunOnBackends(StartedProcesses startedProcesses, Arguments arguments) {
        this.startedProcesses = startedProcesses;
        this.arguments = arguments;
    }

    /// Exits with the exit code of the command, with 1 if it cannot be started, or with 2 if the arguments are wrong.
    static void main(String... words) {
        var startedProcesses = new StartedProcesses();
        Runtime.getRuntime().addShutdownHook(new Thread(startedProcesses::end));
        try {
            System.exit(new RunOnBackends(startedProcesses, Arguments.of(words)).run());
        } catch (IllegalArgumentException wrong) {
            end(startedProcesses, 2, wrong);
        } catch (BackendNotStarted | IllegalStateException failed) {
            end(startedProcesses, 1, failed);
        }
    }

    private int run() {
        var data = startedProcesses.start(() -> Directory.hold(arguments.data()), Directory::release);
        var command = new PidFile(data.path().resolve("command.pid"));
        command.end(PATIENCE);
        if (arguments.fresh()) {
            clear(data);
        }
        var environment = environment(data.path());
        Migrate.run(requireNonNull(environment.get(POSTGRES)), System.getenv());
        var child = startedProcesses.start(() -> launch(environment, command), _ -> command.end(PATIENCE));
        return child.onExit().join().exitValue();
    }

    private static void clear(Directory data) {
        new PidFile(data.path().resolve("postgres.pid")).kill();
        new PidFile(data.path().resolve("redis.pid")).kill();
        data.clear();
    }

    private Map<String, String> environment(Path data) {
        var postgres = named(POSTGRES, () -> startedProcesses.start(() -> Postgres.in(data), Postgres::stop).url());
        var redis = named(REDIS, () -> startedProcesses.start(() -> Redis.in(data), Redis::stop).url());
        return Map.of(POSTGRES, postgres, REDIS, redis, "ONCEWARD_DATA", data.toString());
    }

    /// A server that the environment names is used as it is and never ended.
    private static String named(String name, Supplier<String> otherwise) {
        return Optional.ofNullable(System.getenv(name)).filter(not(String::isBlank)).orElseGet(otherwise);
    }

    private Process launch(Map<String, String> environment, PidFile pidFile) {
        var builder = new ProcessBuilder(pidFile.left(arguments.command())).inheritIO();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException failed) {
            throw new BackendNotStarted("The command can not be started", failed);
        }
    }

    /// Prints the reason, unless a signal interrupted the start: then the user knows the reason.
    private static void end(StartedProcesses startedProcesses, int code, RuntimeException why) {
        if (!startedProcesses.ending()) {
            System.err.println(why.getMessage());
        }
        System.exit(code);
    }
}
