package dev.onceward.dbos;

import java.sql.SQLException;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import io.quarkus.runtime.Startup;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestHeader;

/// An endpoint that runs a workflow whose id is the idempotency key. A repetition gets the result of the workflow.
@Startup
@Singleton
@Path("/dbos")
public final class DbosResource {
    private final HikariDataSource dataSource = new HikariDataSource();
    private final DBOS dbos;
    private final BookSeat bookSeat;

    DbosResource() {
        dataSource.setJdbcUrl(System.getenv("JDBC_URL"));
        dataSource.setMaximumPoolSize(Integer.getInteger("pool", 20));
        dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(dataSource).withAppVersion("bench"));
        bookSeat = dbos.registerProxy(BookSeat.class, new BookInOneStep(dbos, dataSource));
        dbos.launch();
    }

    @POST
    @Produces("application/json")
    @RunOnVirtualThread
    public String book(@RestHeader("Idempotency-Key") String key, String body) throws SQLException {
        var booking = new JsonObject(body);
        try (var _ = new WorkflowOptions(key).setContext()) {
            var id = bookSeat.book(booking.getString("id"), booking.getString("text"));
            return JsonObject.of("booking", id).encode();
        }
    }

    @PreDestroy
    void close() {
        dbos.close();
        dataSource.close();
    }
}
