package dev.onceward.testing.servers;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;

/// The servers of the JVM as a deployment of its own has them: with a database that no test has used, and an empty Redis.
/// That takes a tenth of the time of new servers.
public final class UnusedServers {
    private static final String MIGRATED = at("migrated");

    static {
        Sql.at(at("template1")).execute("CREATE DATABASE migrated");
        Migrate.run(MIGRATED);
    }

    private UnusedServers() {}

    public static Backends start() {
        Servers.postgres().start();
        Servers.redis().start();
        var sql = Sql.at(at("template1"));
        sql.execute("DROP DATABASE postgres WITH (FORCE)");
        sql.execute("CREATE DATABASE postgres TEMPLATE migrated");
        RedisCommand.flush(Servers.redis());
        return Servers.backends();
    }

    private static String at(String database) {
        return Servers.postgres().url().replaceFirst("/postgres$", "/" + database);
    }
}
