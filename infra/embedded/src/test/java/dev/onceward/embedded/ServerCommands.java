package dev.onceward.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Sends one command to a server over a connection of its own.
final class ServerCommands {
    private ServerCommands() {}

    static void execute(Postgres postgres, String sql) throws SQLException {
        try (var connection = connection(postgres); var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /// The first column of the first row of the result.
    static String query(Postgres postgres, String sql) throws SQLException {
        try (var connection = connection(postgres);
                var statement = connection.createStatement();
                var answer = statement.executeQuery(sql)) {
            assertThat(answer.next()).isTrue();
            return answer.getString(1);
        }
    }

    /// The first line of the answer.
    static String query(Redis redis, String command) throws IOException {
        var url = URI.create(redis.url());
        try (var socket = new Socket(url.getHost(), url.getPort());
                var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
            return String.valueOf(answer.readLine());
        }
    }

    static Connection connection(Postgres postgres) throws SQLException {
        return DriverManager.getConnection(postgres.url().replace("postgresql://postgres@", "jdbc:postgresql://"),
                "postgres", "");
    }
}
