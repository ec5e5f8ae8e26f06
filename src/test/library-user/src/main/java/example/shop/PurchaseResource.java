package example.shop;

import java.time.Clock;
import java.time.ZoneOffset;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

import dev.onceward.guard.rest.Idempotent;
import dev.onceward.outbox.Outbox;
import dev.onceward.outbox.OutgoingEvent;

/// Writes a purchase and the event that reports it, in one transaction.
@Path("/purchases/{customer}")
public class PurchaseResource {
    private static final String INSERT = "INSERT INTO purchase (id, customer, at) VALUES ($1, $2, $3)";

    private final Pool pool;
    private final Outbox outbox;
    private final Clock clock;
    private final CountPurchases countPurchases;

    PurchaseResource(Pool pool, Outbox outbox, Clock clock, CountPurchases countPurchases) {
        this.pool = pool;
        this.outbox = outbox;
        this.clock = clock;
        this.countPurchases = countPurchases;
    }

    /// @return the id of the purchase, which is that of its event
    @POST
    @Idempotent(operation = "purchase")
    public Uni<String> purchase(@RestPath String customer, @RestQuery String note, String articles) {
        var event = OutgoingEvent.builder()
                .source("shop")
                .topic("purchases")
                .type("purchase.made")
                .orderingKey(customer)
                .header("content-type", "application/json")
                .header("x-note", note == null ? "none" : note)
                .body(articles)
                .build();
        return pool.withTransaction(transaction -> insert(transaction, customer, event)
                .chain(() -> outbox.put(transaction, event)))
                .chain(countPurchases::count)
                .replaceWith(event.id().toString());
    }

    private Uni<?> insert(SqlConnection transaction, String customer, OutgoingEvent event) {
        return transaction.preparedQuery(INSERT)
                .execute(Tuple.of(event.id(), customer, clock.instant().atOffset(ZoneOffset.UTC)));
    }
}
