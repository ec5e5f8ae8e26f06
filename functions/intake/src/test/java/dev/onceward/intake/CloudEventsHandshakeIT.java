package dev.onceward.intake;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.IntakeRequests.asking;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

class CloudEventsHandshakeIT {

    @Test
    void a_handshake_with_an_origin_is_answered_with_the_allowed_origin_and_rate() {
        asking().header("WebHook-Request-Origin", "eventemitter.example.com").header("WebHook-Request-Rate", "1000")
                .options("/events")
                .then().statusCode(200)
                .header("WebHook-Allowed-Origin", equalTo("eventemitter.example.com"))
                .header("WebHook-Allowed-Rate", equalTo("120"))
                .header("Allow", equalTo("OPTIONS, POST"));
    }

    @Test
    void a_handshake_without_an_origin_gets_no_allowed_origin() {
        asking().options("/events").then().statusCode(200)
                .header("Allow", equalTo("OPTIONS, POST"))
                .header("WebHook-Allowed-Origin", nullValue());
    }

    @Test
    void an_options_request_to_an_unsigned_webhook_source_gets_no_allowed_origin() {
        asking().header("WebHook-Request-Origin", "a").options("/hooks/plain").then()
                .header("WebHook-Allowed-Origin", nullValue());
    }
}
