package dev.onceward.testing.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import dev.onceward.embedded.Postgres;

/// Reads and changes a database past the code under test. Each call has a connection of its own.
public final class Sql {
    private final String url;

    private Sql(String url) {
        this.url = url;
    }

    public static Sql of(Postgres postgres) {
        return at(postgres.url());
    }

    /// @param url in the form `postgresql://postgres@localhost:5432/postgres`
    public static Sql at(String url) {
        return new Sql(url.replace("postgresql://postgres@", "jdbc:postgresql://"));
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, "postgres", "");
    }

    /// @param sql any statement; its result is dropped
    /// @param values of the placeholders of the statement
    public void execute(String sql, Object... values) {
        try (var connection = connect(); var _ = run(connection, sql, values)) {
            return;
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        }
    }

    /// The first column of the first row.
    public String query(String sql, Object... values) {
        var texts = texts(sql, values);
        return texts.isEmpty() ? "no row" : texts.getFirst();
    }

    /// The first column of the first row, as a number; 0 where it is null. Fails where there is no row.
    public long number(String sql, Object... values) {
        var text = query(sql, values);
        return text.equals("null") ? 0 : Long.parseLong(text);
    }

    /// The first column of all rows.
    public List<String> texts(String sql, Object... values) {
        try (var connection = connect();
                var statement = run(connection, sql, values);
                var rows = statement.getResultSet()) {
            var texts = new ArrayList<String>();
            while (rows.next()) {
                texts.add(String.valueOf(rows.getObject(1)));
            }
            return texts;
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /// @param table in the schema of Onceward
    public long count(String table) {
        return number("SELECT count(*) FROM onceward." + table);
    }

    /// The SQLSTATE with which a statement is refused.
    public String refusal(String sql) {
        try (var connection = connect()) {
            execute(connection, sql);
            return "accepted";
        } catch (SQLException refused) {
            return String.valueOf(refused.getSQLState());
        }
    }

    private static Statement run(Connection connection, String sql, Object... values) throws SQLException {
        if (values.length == 0) {
            var statement = connection.createStatement();
            var _ = statement.execute(sql);
            return statement;
        }
        var statement = connection.prepareStatement(sql);
        for (var i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        var _ = statement.execute();
        return statement;
    }
}
