package dev.onceward.intake;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.NpmScript;

import static dev.onceward.intake.IntakeRequests.fresh;
import static org.assertj.core.api.Assertions.assertThat;

/// What Stripe, GitHub and Standard Webhooks sign with libraries of their own is taken, and each event once.
class OfficialSendersIT {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String STRANGE = "whsec_c3RyYW5nZSBzZWNyZXQgdGhhdCBub2JvZHkga25vd3M=";

    private final String id = "evt_" + fresh();

    private static NpmScript script;

    @BeforeAll
    static void install() {
        script = NpmScript.installed("senders", "send.mjs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "github", "standard-webhooks"})
    void the_second_delivery_of_an_event_is_answered_as_the_first_and_stored_once(String sender) {
        var before = Intakes.stored("official-" + sender);
        var first = deliver(sender, SECRET, id, 1);
        var second = deliver(sender, SECRET, id, 2);
        assertThat(first.getMap()).containsEntry("status", 202).containsEntry("replayed", null);
        assertThat(second).isEqualTo(first.copy().put("replayed", "true"));
        assertThat(Intakes.stored("official-" + sender)).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "github", "standard-webhooks"})
    void a_request_signed_with_another_secret_is_refused_and_not_stored(String sender) {
        var before = Intakes.stored("official-" + sender);
        assertThat(deliver(sender, STRANGE, id, 1).getInteger("status")).isEqualTo(401);
        assertThat(Intakes.stored("official-" + sender)).isEqualTo(before);
    }

    /// Else the second delivery could have been recognised by its content.
    @ParameterizedTest
    @ValueSource(strings = {"stripe", "github", "standard-webhooks"})
    void another_event_with_the_same_content_is_stored_too(String sender) {
        var before = Intakes.stored("official-" + sender);
        assertThat(deliver(sender, SECRET, id, 1).getMap()).containsEntry("status", 202);
        assertThat(deliver(sender, SECRET, id + "-2", 1).getMap()).containsEntry("status", 202)
                .containsEntry("replayed", null);
        assertThat(Intakes.stored("official-" + sender)).isEqualTo(before + 2);
    }

    private static JsonObject deliver(String sender, String secret, String id, int attempt) {
        return script.run(sender, "http://localhost:" + Intakes.running().port() + "/hooks/official-" + sender, secret,
                id,
                Integer.toString(attempt));
    }
}
