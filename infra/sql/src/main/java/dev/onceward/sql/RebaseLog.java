package dev.onceward.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Rebases the log of a restored database: puts its transaction ids in order for the PostgreSQL cluster that holds it now.
/// Until then no relay reads the log.
public final class RebaseLog {
    /// A statement that waits for the lock of the log blocks all appends. Each wait is therefore short, and the statement
    /// is tried several times.
    private static final String LOCK_TIMEOUT = "SET lock_timeout = '2s'";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final int TRIES = 30;
    private static final String REBASE = "SELECT rebased, appended FROM onceward.rebase()";

    private RebaseLog() {}

    /// @param url as for [Migrate#run(String)]
    /// @return a sentence that says what was done
    /// @throws IllegalStateException if it failed; then nothing was changed
    public static String run(String url) {
        return run(MigrationTarget.at(url));
    }

    static String run(MigrationTarget migrationTarget) {
        try (var connection = DriverManager.getConnection(migrationTarget.jdbc(), migrationTarget.user(),
                migrationTarget.password());
                var statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            var _ = statement.execute(LOCK_TIMEOUT);
            return run(statement, TRIES);
        } catch (SQLException failed) {
            throw new IllegalStateException(
                    "The log at %s was not rebased: %s".formatted(migrationTarget, failed.getMessage()),
                    failed);
        }
    }

    private static String run(Statement statement, int tries) throws SQLException {
        try (var rows = statement.executeQuery(REBASE)) {
            return told(rows);
        } catch (SQLException failed) {
            if (tries > 1 && LOCK_NOT_AVAILABLE.equals(failed.getSQLState())) {
                return run(statement, tries - 1);
            }
            throw failed;
        }
    }

    private static String told(ResultSet rows) throws SQLException {
        var _ = rows.next();
        return rows.getBoolean("rebased")
                ? "The log was rebased. Events that were appended since the restore: %d. Relays resume automatically."
                        .formatted(rows.getLong("appended"))
                : "The log belongs to this cluster already: there was nothing to rebase.";
    }
}
