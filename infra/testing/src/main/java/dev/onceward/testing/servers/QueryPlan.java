package dev.onceward.testing.servers;

import java.sql.Connection;
import java.sql.SQLException;

import io.vertx.core.json.JsonArray;

/// How PostgreSQL runs a statement that a function prepared.
public final class QueryPlan {
    private QueryPlan() {}

    /// How many blocks a statement touches, planned as the functions' connections plan.
    ///
    /// @param arguments with their types, as in `'books', '{1,2}'::int2[]`
    public static long blocks(String sql, String... arguments) {
        return blocks(explain("ANALYZE, FORMAT JSON", sql, arguments));
    }

    /// How many blocks a statement touches on a connection that ran it before the tables grew, and keeps its plan. It
    /// ran twice, because an insert of a key finds a duplicate only the second time.
    ///
    /// @param growth the SQL that adds rows in between
    public static long blocksAfterGrowth(String growth, String sql, String... arguments) {
        try (var connection = Servers.sql().connect()) {
            prepare(connection, sql);
            var _ = explain(connection, "ANALYZE, FORMAT JSON", arguments);
            var _ = explain(connection, "ANALYZE, FORMAT JSON", arguments);
            Sql.execute(connection, growth);
            return blocks(explain(connection, "ANALYZE, FORMAT JSON", arguments));
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /// How a statement is planned on the functions' connections.
    public static String json(String sql, String... arguments) {
        return explain("FORMAT JSON", sql, arguments).encodePrettily();
    }

    private static JsonArray explain(String options, String sql, String... arguments) {
        try (var connection = Servers.sql().connect()) {
            prepare(connection, sql);
            return explain(connection, options, arguments);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    private static void prepare(Connection connection, String sql) throws SQLException {
        Sql.execute(connection,
                "ANALYZE onceward.parked, onceward.event, onceward.key, onceward.inbox, onceward.operation_key");
        Sql.execute(connection, "SET plan_cache_mode = force_generic_plan");
        Sql.execute(connection, "PREPARE asked AS " + sql);
    }

    private static JsonArray explain(Connection connection, String options, String... arguments) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("EXPLAIN (%s) EXECUTE asked (%s)"
                        .formatted(options, String.join(", ", arguments)))) {
            var _ = rows.next();
            return new JsonArray(rows.getString(1));
        }
    }

    private static long blocks(JsonArray explained) {
        var plan = explained.getJsonObject(0).getJsonObject("Plan");
        return plan.getLong("Shared Hit Blocks") + plan.getLong("Shared Read Blocks");
    }
}
