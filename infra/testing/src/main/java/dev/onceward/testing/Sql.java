package dev.onceward.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import io.vertx.core.json.JsonArray;

/// Looks at the database past the code under test, over connections of its own.
public final class Sql {
    private Sql() {}

    /// @param sql any statement; what it returns is dropped
    public static void tell(String sql) {
        try (var connection = connect()) {
            tell(connection, sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    public static void tell(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        }
    }

    /// The SQLSTATE with which a statement is refused.
    public static String refusal(String sql) {
        try (var connection = connect()) {
            tell(connection, sql);
            return "taken";
        } catch (SQLException refused) {
            return String.valueOf(refused.getSQLState());
        }
    }

    /// The first column of the first row.
    public static String ask(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getObject(1)) : "no row";
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    public static long count(String table) {
        return Long.parseLong(ask("SELECT count(*) FROM onceward." + table));
    }

    /// How many blocks a statement touches, planned as the functions' connections plan.
    ///
    /// @param arguments with their types, as in `'books', '{1,2}'::int2[]`
    public static long blocks(String sql, String... arguments) {
        var plan = explained("ANALYZE, FORMAT JSON", sql, arguments).getJsonObject(0).getJsonObject("Plan");
        return plan.getLong("Shared Hit Blocks") + plan.getLong("Shared Read Blocks");
    }

    /// How a statement is planned on the functions' connections.
    public static String plan(String sql, String... arguments) {
        return explained("FORMAT JSON", sql, arguments).encodePrettily();
    }

    private static JsonArray explained(String options, String sql, String... arguments) {
        try (var connection = connect(); var statement = connection.createStatement()) {
            tell(connection, "ANALYZE onceward.parked, onceward.event, onceward.key");
            tell(connection, "SET plan_cache_mode = force_generic_plan");
            tell(connection, "PREPARE asked AS " + sql);
            var rows = statement.executeQuery("EXPLAIN (%s) EXECUTE asked (%s)"
                    .formatted(options, String.join(", ", arguments)));
            var _ = rows.next();
            return new JsonArray(rows.getString(1));
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    public static Connection connect() throws SQLException {
        var url = Servers.postgres().url().replace("postgresql://postgres@", "jdbc:postgresql://");
        return DriverManager.getConnection(url, "postgres", "");
    }
}
