package dev.onceward.sql;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;

import static java.util.Objects.requireNonNullElse;

/// Brings the schema of a database up to date. Any number of processes may run it at any time.
public final class Migrate {
    /// Flyway's logger is switched off, because the result is enough. The field holds the logger: one that is
    /// garbage-collected would lose its level.
    private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

    /// Waits without an end for another process that is migrating, because a migration may take long.
    private static final int FOREVER = -1;

    private Migrate() {}

    /// Migrates and sets the retention. With the argument `rebase` it then rebases the log of a restored database. Exits
    /// with 0 if everything was done, with 1 if something failed, and with 2 if the argument is another one, if
    /// `ONCEWARD_POSTGRES_URL` names no database, or if a retention is not a number of days.
    static void main(String[] arguments) {
        try {
            var rebases = rebases(arguments);
            var migrationTarget = MigrationTarget.at(requireNonNullElse(System.getenv("ONCEWARD_POSTGRES_URL"), ""));
            var setRetention = SetRetention.of(System.getenv());
            System.out.println(told(migrate(migrationTarget)));
            set(setRetention, migrationTarget);
            if (rebases) {
                System.out.println(RebaseLog.run(migrationTarget));
            }
        } catch (IllegalArgumentException wrong) {
            end(2, wrong);
        } catch (IllegalStateException failed) {
            end(1, failed);
        }
    }

    private static boolean rebases(String[] arguments) {
        if (arguments.length > 1 || (arguments.length == 1 && !arguments[0].equals("rebase"))) {
            throw new IllegalArgumentException(
                    "The only argument is rebase, for a database that was restored from a dump or copied by replication.");
        }
        return arguments.length == 1;
    }

    /// Applies the migrations that are missing.
    ///
    /// @param url `postgresql://user:password@host:port/database`, with user and password percent-encoded
    /// @throws IllegalArgumentException if the URL has another form
    /// @throws IllegalStateException if the database cannot be reached, or a migration fails
    public static void run(String url) {
        var _ = migrate(MigrationTarget.at(url));
    }

    /// Applies the migrations that are missing, and sets the retention if the environment has one.
    ///
    /// @param environment has `ONCEWARD_EVENT_RETENTION`, `ONCEWARD_ATTEMPT_RETENTION` and `ONCEWARD_FORGET_AFTER`
    /// @throws IllegalArgumentException also if a retention is not a number of days
    public static void run(String url, Map<String, String> environment) {
        var setRetention = SetRetention.of(environment);
        var migrationTarget = MigrationTarget.at(url);
        var _ = migrate(migrationTarget);
        set(setRetention, migrationTarget);
    }

    private static void set(SetRetention setRetention, MigrationTarget migrationTarget) {
        if (!setRetention.isSet()) {
            return;
        }
        try (var connection = DriverManager.getConnection(migrationTarget.jdbc(), migrationTarget.user(),
                migrationTarget.password())) {
            setRetention.set(connection);
        } catch (SQLException failed) {
            throw new IllegalStateException("The retention in the database at %s was not set: %s"
                    .formatted(migrationTarget, failed.getMessage()), failed);
        }
    }

    private static MigrateResult migrate(MigrationTarget migrationTarget) {
        FLYWAY.setLevel(Level.OFF);
        try {
            return Flyway.configure()
                    .dataSource(migrationTarget.jdbc(), migrationTarget.user(), migrationTarget.password())
                    .defaultSchema("onceward")
                    .locations("classpath:onceward/migrations")
                    .lockRetryCount(FOREVER)
                    .load()
                    .migrate();
        } catch (FlywayException failed) {
            var why = root(failed).toString().lines().findFirst().orElse("").replaceFirst("^(\\w+\\.)+", "");
            throw new IllegalStateException("The database at %s was not migrated: %s".formatted(migrationTarget, why),
                    failed);
        }
    }

    private static Throwable root(Throwable failure) {
        return failure.getCause() == null ? failure : root(failure.getCause());
    }

    private static String told(MigrateResult result) {
        return result.migrationsExecuted == 0
                ? "The schema onceward was up to date already."
                : "The schema onceward is up to date now, by " + result.migrationsExecuted + " migrations.";
    }

    private static void end(int code, Exception why) {
        System.err.println(why.getMessage());
        System.exit(code);
    }
}
