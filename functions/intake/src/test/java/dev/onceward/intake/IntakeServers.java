package dev.onceward.intake;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.Postgres;
import dev.onceward.embedded.Redis;
import dev.onceward.sql.Migrate;

/// PostgreSQL with the schema, and Redis: one of each for all tests, ended with the JVM.
final class IntakeServers {
    private static final Backends BACKENDS = migrated();

    private IntakeServers() {}

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
        return count("SELECT count(*) FROM onceward.event WHERE source = ?", source);
    }

    static long count(String sql, Object... values) {
        try (var connection = connect(); var statement = prepare(connection, sql, values)) {
            var rows = statement.executeQuery();
            return rows.next() ? rows.getLong(1) : 0;
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /// The first column of the first row.
    static String ask(String sql) {
        try (var connection = connect(); var rows = connection.createStatement().executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getObject(1)) : "no row";
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    static void run(String sql, Object... values) {
        try (var connection = connect(); var statement = prepare(connection, sql, values)) {
            var _ = statement.execute();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:" + postgres().url().replace("postgres@", "") + "?user=postgres");
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values)
            throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (var i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private static Backends migrated() {
        var backends = Backends.temporary();
        Migrate.run(backends.postgres().url());
        return backends;
    }
}
