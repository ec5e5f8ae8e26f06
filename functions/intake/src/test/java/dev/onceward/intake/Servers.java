package dev.onceward.intake;

import java.sql.DriverManager;
import java.sql.SQLException;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.Postgres;
import dev.onceward.embedded.Redis;
import dev.onceward.sql.Migrate;

/// PostgreSQL with the schema, and Redis: one of each for all tests, ended with the JVM.
final class Servers {
    private static final Backends BACKENDS = migrated();

    private Servers() {}

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
        var url = "jdbc:" + postgres().url().replace("postgres@", "") + "?user=postgres";
        try (var connection = DriverManager.getConnection(url);
                var count = connection.prepareStatement("SELECT count(*) FROM onceward.event WHERE source = ?")) {
            count.setString(1, source);
            var rows = count.executeQuery();
            return rows.next() ? rows.getLong(1) : 0;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Backends migrated() {
        var backends = Backends.temporary();
        Migrate.run(backends.postgres().url());
        return backends;
    }
}
