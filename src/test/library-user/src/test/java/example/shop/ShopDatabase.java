package example.shop;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// A PostgreSQL with the log and the tables of the shop. The application is told of a Redis only if a test asks for it.
public final class ShopDatabase implements QuarkusTestResourceLifecycleManager {
    /// A customer who does not exist is noticed with the commit, after everything was written.
    private static final String TABLES = """
            CREATE TABLE customer (name text PRIMARY KEY);
            INSERT INTO customer VALUES ('ann');
            CREATE TABLE purchase (
                id uuid PRIMARY KEY,
                customer text NOT NULL REFERENCES customer DEFERRABLE INITIALLY DEFERRED,
                at timestamptz NOT NULL,
                written_by text NOT NULL DEFAULT current_setting('application_name'))
            """;
    static final String WITH_REDIS = "with-redis";
    private static String jdbc = "";

    private boolean isWithRedis;
    private Backends backends;

    @Override
    public void init(Map<String, String> settings) {
        isWithRedis = settings.containsKey(WITH_REDIS);
    }

    @Override
    public Map<String, String> start() {
        backends = Backends.temporary();
        var url = backends.postgres().url();
        Migrate.run(url);
        jdbc = url.replace("postgresql://postgres@", "jdbc:postgresql://");
        ask(TABLES);
        return isWithRedis
                ? Map.of("quarkus.datasource.reactive.url", url, "quarkus.redis.hosts", backends.redis().url())
                : Map.of("quarkus.datasource.reactive.url", url);
    }

    @Override
    public void stop() {
        backends.close();
    }

    /// The first column of the first row, if there is one.
    static String ask(String sql) {
        try (Connection connection = DriverManager.getConnection(jdbc, "postgres", "");
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
