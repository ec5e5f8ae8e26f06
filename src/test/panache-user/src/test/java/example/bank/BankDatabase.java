package example.bank;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// A PostgreSQL with the log and the table of the bank.
public final class BankDatabase implements QuarkusTestResourceLifecycleManager {
    private static String jdbc = "";

    private Backends backends;

    @Override
    public Map<String, String> start() {
        backends = Backends.temporary();
        var url = backends.postgres().url();
        Migrate.run(url);
        jdbc = url.replace("postgresql://postgres@", "jdbc:postgresql://");
        ask("CREATE TABLE transfer (number text PRIMARY KEY CHECK (number <> 'refused'))");
        return Map.of("quarkus.datasource.reactive.url", url);
    }

    @Override
    public void stop() {
        backends.close();
    }

    /// The first column of the first row, if there is one.
    static String ask(String sql) {
        try (var connection = DriverManager.getConnection(jdbc, "postgres", "");
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            var rows = statement.getResultSet();
            return rows.next() ? rows.getString(1) : "";
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }
}
