package dev.onceward.e2e;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import dev.onceward.embedded.Backends;

/// A look into PostgreSQL behind the functions' backs.
final class EventDatabase {
    private final String url;

    EventDatabase(Backends backends) {
        this.url = "jdbc:" + backends.postgres().url().replaceFirst("//([^@]+)@([^?]+)", "//$2?user=$1");
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    long number(String sql) throws SQLException {
        try (var connection = connect(); var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    List<String> texts(String sql) throws SQLException {
        var texts = new ArrayList<String>();
        try (var connection = connect(); var rows = connection.createStatement().executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    void run(String sql) throws SQLException {
        try (var connection = connect(); var statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        }
    }
}
