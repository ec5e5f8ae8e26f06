package dev.onceward.intake;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.Asking.asking;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

class HandshakeIT {

    @Test
    void a_sender_that_asks_is_told_its_origin_and_rate() {
        asking().header("WebHook-Request-Origin", "eventemitter.example.com").header("WebHook-Request-Rate", "1000")
                .options("/events")
                .then().statusCode(200)
                .header("WebHook-Allowed-Origin", equalTo("eventemitter.example.com"))
                .header("WebHook-Allowed-Rate", equalTo("120"))
                .header("Allow", equalTo("OPTIONS, POST"));
    }

    @Test
    void who_names_no_origin_is_admitted_to_nothing() {
        asking().options("/events").then().statusCode(200)
                .header("Allow", equalTo("OPTIONS, POST"))
                .header("WebHook-Allowed-Origin", nullValue());
    }

    @Test
    void webhooks_have_no_handshake() {
        asking().header("WebHook-Request-Origin", "a").options("/hooks/plain").then()
                .header("WebHook-Allowed-Origin", nullValue());
    }
}
