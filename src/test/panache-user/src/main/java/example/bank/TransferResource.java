package example.bank;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;

import dev.onceward.outbox.HibernateOutbox;
import dev.onceward.outbox.OutgoingEvent;

/// Writes a transfer and the event that reports it, in one transaction of Panache.
@Path("/transfers/{number}")
public class TransferResource {
    private final HibernateOutbox outbox;

    TransferResource(HibernateOutbox outbox) {
        this.outbox = outbox;
    }

    @POST
    @Path("/by-function")
    public Uni<Void> byFunction(@RestPath String number, @RestHeader("X-Correlation-Id") String correlation) {
        return Panache.withTransaction(() -> Transfer.of(number).persist()
                .chain(() -> outbox.put(transferred(number, correlation))));
    }

    @POST
    @Path("/by-annotation")
    @WithTransaction
    public Uni<Void> byAnnotation(@RestPath String number, @RestHeader("X-Correlation-Id") String correlation) {
        return outbox.put(transferred(number, correlation)).chain(() -> Transfer.of(number).persist())
                .replaceWithVoid();
    }

    @POST
    @Path("/without-transaction")
    public Uni<Void> withoutTransaction(@RestPath String number) {
        return Panache.withSession(() -> outbox.put(transferred(number, null)));
    }

    private static OutgoingEvent transferred(String number, String correlation) {
        return OutgoingEvent.builder().source("bank").topic("transfers").type("money.transferred")
                .businessKey(number).correlation(correlation)
                .build();
    }
}
