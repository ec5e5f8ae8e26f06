package example.shop;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// A PostgreSQL with the log. The application is told of a Redis only if a test asks for it.
public final class ShopDatabase implements QuarkusTestResourceLifecycleManager {
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
        return isWithRedis
                ? Map.of("quarkus.datasource.reactive.url", url, "shop.jdbc-url", jdbc,
                        "quarkus.redis.hosts", backends.redis().url(),
                        "quarkus.redis.shop.hosts", backends.redis().url() + "/1")
                : Map.of("quarkus.datasource.reactive.url", url, "shop.jdbc-url", jdbc);
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
