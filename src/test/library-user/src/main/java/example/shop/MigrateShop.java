package example.shop;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.runtime.StartupEvent;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;

/// Makes the shop's tables, with a migrations tool of the application's own.
@Singleton
class MigrateShop {
    private final String database;

    MigrateShop(@ConfigProperty(name = "shop.jdbc-url") String database) {
        this.database = database;
    }

    void migrate(@Observes StartupEvent start) {
        var _ = Flyway.configure().dataSource(database, "postgres", "").baselineOnMigrate(true).baselineVersion("0")
                .load().migrate();
    }
}
