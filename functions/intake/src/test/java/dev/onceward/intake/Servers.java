package dev.onceward.intake;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.Postgres;
import dev.onceward.embedded.Redis;
import dev.onceward.sql.Migrate;

/// PostgreSQL with the schema, and Redis: one of each for all tests, ended with the JVM.
final class Servers {
    private static final Backends BACKENDS = migrated();

    private Servers() {}

    static Backends backends() {
        return BACKENDS;
    }

    static Postgres postgres() {
        return BACKENDS.postgres();
    }

    static Redis redis() {
        return BACKENDS.redis();
    }

    /// How many events of a source the log holds.
    static long stored(String source) {
        return Long.parseLong(ask("SELECT count(*) FROM onceward.event WHERE source = '" + source + "'"));
    }

    /// The first column of the first row.
    static String ask(String sql) {
        try (var connection = connect(); var rows = connection.createStatement().executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getObject(1)) : "no row";
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    static void tell(String sql) {
        try (var connection = connect(); var statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:" + postgres().url().replace("postgres@", "") + "?user=postgres");
    }

    private static Backends migrated() {
        var backends = Backends.temporary();
        Migrate.run(backends.postgres().url());
        return backends;
    }
}
