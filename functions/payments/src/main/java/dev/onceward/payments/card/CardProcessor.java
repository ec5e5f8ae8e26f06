package dev.onceward.payments.card;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/// The card processor's API.
@RegisterRestClient(configKey = "card-processor")
@Path("/card-processor/charges")
public interface CardProcessor {

    /// @param key the processor makes one charge for each key, as card processors do
    @POST
    Uni<CardCharge> charge(@HeaderParam("Idempotency-Key") String key, CardRequest request);

    /// @param cents negative for a refund
    record CardRequest(String card, long cents) {}

    /// @param id by which the processor knows the charge
    record CardCharge(String id) {}
}
