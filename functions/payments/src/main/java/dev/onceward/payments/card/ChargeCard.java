package dev.onceward.payments.card;

import jakarta.inject.Singleton;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.rest.client.inject.RestClient;

import dev.onceward.payments.card.CardProcessor.CardCharge;
import dev.onceward.payments.card.CardProcessor.CardRequest;

/// Charges a card, or says why not in an answer to the customer. A status below 500 is final and the guard keeps it; after
/// any other failure the customer may try again.
@Singleton
public class ChargeCard {
    private static final int DECLINED = 402;
    private static final int BAD_GATEWAY = 502;

    private final CardProcessor processor;

    ChargeCard(@RestClient CardProcessor processor) {
        this.processor = processor;
    }

    /// @param key the processor makes one charge for each key, even if this process dies before it has the answer
    public Uni<CardCharge> charge(String key, String card, long cents) {
        return processor.charge(key, new CardRequest(card, cents))
                .onFailure(ProcessingException.class).transform(_ -> unknown())
                .onFailure(WebApplicationException.class).transform(ChargeCard::refused);
    }

    private static Throwable refused(Throwable failure) {
        return ((WebApplicationException) failure).getResponse().getStatus() == DECLINED
                ? answer(DECLINED, "The card was declined.")
                : unknown();
    }

    private static Throwable unknown() {
        return answer(BAD_GATEWAY, "The card processor did not answer. Please send the same request again.");
    }

    private static Throwable answer(int status, String text) {
        return new WebApplicationException(Response.status(status).type("text/plain").entity(text).build());
    }
}
