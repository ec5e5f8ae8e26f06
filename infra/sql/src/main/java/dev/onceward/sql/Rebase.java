package dev.onceward.sql;

import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Puts the log of a restored database into the history of the cluster that it is in now. Before that no relay reads it.
public final class Rebase {
    /// Whoever appends just now is waited for.
    private static final String LOCK_TIMEOUT = "SET lock_timeout = '1min'";
    private static final String REBASE = "SELECT rebased, appended FROM onceward.rebase()";

    private Rebase() {}

    /// @param url as for [Migrate#run(String)]
    /// @return what was done, in a sentence
    /// @throws IllegalStateException if it could not be done; nothing has changed then
    public static String run(String url) {
        return run(Database.at(url));
    }

    static String run(Database database) {
        try (var connection = DriverManager.getConnection(database.jdbc(), database.user(), database.password());
                var statement = connection.createStatement()) {
            var _ = statement.execute(LOCK_TIMEOUT);
            try (var rows = statement.executeQuery(REBASE)) {
                return told(rows);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(
                    "The log at %s was not rebased: %s".formatted(database, failed.getMessage()),
                    failed);
        }
    }

    private static String told(ResultSet rows) throws SQLException {
        var _ = rows.next();
        return rows.getBoolean("rebased")
                ? "The log was rebased. Events that were appended since the restore: %d. Relays go on by themselves."
                        .formatted(rows.getLong("appended"))
                : "The log belongs to this cluster already: there was nothing to rebase.";
    }
}
