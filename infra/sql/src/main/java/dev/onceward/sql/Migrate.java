package dev.onceward.sql;

import java.util.logging.Level;
import java.util.logging.Logger;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;

import static java.util.Objects.requireNonNullElse;

/// Brings a database up to the schema of this version. Safe to run at any time, by any number of processes at once.
public final class Migrate {
    /// Flyway narrates every step; how it ended is enough. Held here, because a collected logger forgets its level.
    private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

    /// Another process may be at a migration that takes its time.
    private static final int FOREVER = -1;

    private Migrate() {}

    /// Migrates; with the argument `rebase`, rebases the log of a restored database after that. Ends with 0 when it is done,
    /// with 1 when it could not be done, with 2 when the argument is another one or `ONCEWARD_POSTGRES_URL` names no
    /// database.
    static void main(String[] arguments) {
        try {
            var rebases = rebases(arguments);
            var database = Database.at(requireNonNullElse(System.getenv("ONCEWARD_POSTGRES_URL"), ""));
            System.out.println(told(migrate(database)));
            if (rebases) {
                System.out.println(Rebase.run(database));
            }
        } catch (IllegalArgumentException unclear) {
            end(2, unclear);
        } catch (IllegalStateException failed) {
            end(1, failed);
        }
    }

    private static boolean rebases(String[] arguments) {
        if (arguments.length > 1 || (arguments.length == 1 && !arguments[0].equals("rebase"))) {
            throw new IllegalArgumentException(
                    "The only argument is rebase, for a database that was restored from a dump.");
        }
        return arguments.length == 1;
    }

    /// Applies what is missing.
    ///
    /// @param url `postgresql://user:password@host:port/database`, user and password percent-encoded
    /// @throws IllegalArgumentException if the URL has another form
    /// @throws IllegalStateException if the database can not be reached, or a migration fails
    public static void run(String url) {
        var _ = migrate(Database.at(url));
    }

    private static MigrateResult migrate(Database database) {
        FLYWAY.setLevel(Level.OFF);
        try {
            return Flyway.configure()
                    .dataSource(database.jdbc(), database.user(), database.password())
                    .defaultSchema("onceward")
                    .locations("classpath:onceward/migrations")
                    .lockRetryCount(FOREVER)
                    .load()
                    .migrate();
        } catch (FlywayException failed) {
            var why = root(failed).toString().lines().findFirst().orElse("").replaceFirst("^(\\w+\\.)+", "");
            throw new IllegalStateException("The database at %s was not migrated: %s".formatted(database, why), failed);
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
