package dev.onceward.testing;

import java.sql.SQLException;

import io.vertx.core.json.JsonArray;

/// How PostgreSQL runs a statement that a function prepared.
public final class QueryPlan {
    private QueryPlan() {}

    /// How many blocks a statement touches, planned as the functions' connections plan.
    ///
    /// @param arguments with their types, as in `'books', '{1,2}'::int2[]`
    public static long blocks(String sql, String... arguments) {
        var plan = explain("ANALYZE, FORMAT JSON", sql, arguments).getJsonObject(0).getJsonObject("Plan");
        return plan.getLong("Shared Hit Blocks") + plan.getLong("Shared Read Blocks");
    }

    /// How a statement is planned on the functions' connections.
    public static String json(String sql, String... arguments) {
        return explain("FORMAT JSON", sql, arguments).encodePrettily();
    }

    private static JsonArray explain(String options, String sql, String... arguments) {
        try (var connection = Servers.sql().connect(); var statement = connection.createStatement()) {
            Sql.execute(connection, "ANALYZE onceward.parked, onceward.event, onceward.key");
            Sql.execute(connection, "SET plan_cache_mode = force_generic_plan");
            Sql.execute(connection, "PREPARE asked AS " + sql);
            var rows = statement.executeQuery("EXPLAIN (%s) EXECUTE asked (%s)"
                    .formatted(options, String.join(", ", arguments)));
            var _ = rows.next();
            return new JsonArray(rows.getString(1));
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }
}
