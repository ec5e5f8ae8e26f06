package dev.onceward.payments.ledger;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.inbox.Inbox;
import dev.onceward.payments.ledger.LedgerEntries.Balance;

/// Books the events that the relay delivers over HTTP, and shows the balance.
@Path("/ledger")
class LedgerResource {
    private final Inbox inbox;
    private final LedgerEntries ledgerEntries;

    LedgerResource(Inbox inbox, LedgerEntries ledgerEntries) {
        this.inbox = inbox;
        this.ledgerEntries = ledgerEntries;
    }

    /// The entry and the mark that the event was processed are one transaction.
    @POST
    @Path("/events")
    public Uni<Void> book(@HeaderParam("ce-source") @Nullable String source, @HeaderParam("ce-id") @Nullable String id,
            String amount) {
        // A space in the source would make two events equal that are not.
        if (source == null || source.contains(" ") || id == null) {
            throw new BadRequestException("An event has the headers ce-source, without a space, and ce-id.");
        }
        return inbox.once("ledger", source + " " + id, transaction -> ledgerEntries.add(transaction, amount))
                .replaceWithVoid();
    }

    @GET
    public Uni<Balance> balance() {
        return ledgerEntries.balance();
    }
}
