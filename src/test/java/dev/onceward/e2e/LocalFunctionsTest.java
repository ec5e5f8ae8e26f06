package dev.onceward.e2e;

import java.time.Duration;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

/// What a newcomer does first: sends a webhook, sends it again, and looks at what arrived.
class LocalFunctionsTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private static DeploymentFixture deployment;
    private static PackagedFunction local;

    @BeforeAll
    static void start() {
        deployment = new DeploymentFixture();
        local = deployment.local().ready();
    }

    @AfterAll
    static void end() {
        deployment.close();
    }

    @Test
    void a_webhook_that_is_sent_twice_is_shown_once() throws Exception {
        assertThat(SendWebhooks.text(local.at("/received"))).isEqualTo("Nothing has arrived yet.\n");
        var _ = deployment.awaitCursors(2);
        var first = SendWebhooks.send(local.at("/hooks/demo"), "order-1", "{\"total\": 42}");
        var again = SendWebhooks.send(local.at("/hooks/demo"), "order-1", "{\"total\": 42}");
        var other = SendWebhooks.send(local.at("/hooks/demo"), "order-2", "{\"total\": 43}");
        assertThat(again.body()).isEqualTo(first.body());
        var _ = Eventually.holds("both have arrived", Duration.ofSeconds(20),
                () -> SendWebhooks.text(local.at("/received")).contains(id(other.body())));
        assertThat(SendWebhooks.text(local.at("/received"))).containsOnlyOnce(id(first.body()))
                .containsOnlyOnce("{\"total\": 42}").containsOnlyOnce("{\"total\": 43}");
    }

    /// The statuses of functions/payments/README.md, also where the functions answer failures in their own way.
    @Test
    void the_sample_answers_as_it_does_alone() throws Exception {
        assertThat(pay("click-1", "declined", 1250)).isEqualTo(402);
        assertThat(pay("click-2", "visa", -9)).isEqualTo(400);
        assertThat(pay("click-3", "visa", 1250)).isEqualTo(200);
        assertThat(pay("click-4", "visa", 1300)).isEqualTo(409);
    }

    private static int pay(String key, String card, int cents) throws Exception {
        var body = "{\"order\": \"order-9\", \"card\": \"%s\", \"cents\": %d}".formatted(card, cents);
        return SendWebhooks.send(local.at("/payments"), key, body).statusCode();
    }

    @Test
    void the_root_path_lists_all_functions_and_each_function_has_a_health_check_of_its_own() throws Exception {
        assertThat(SendWebhooks.text(local.at("/"))).contains("intake", "POST /hooks/{source}", "relay",
                "POST /run",
                "GET  /api/v1/subscriptions", "GET  /received");
        assertThat(SendWebhooks.text(local.managementAt("/q/health/ready"))).containsOnlyOnce("intake-log")
                .containsOnlyOnce("relay-log");
        assertThat(PackagedFunction.status(local.at("/q/metrics"))).isEqualTo(404);
        assertThat(PackagedFunction.status(local.at("/api/v1/stats"))).isEqualTo(401);
    }

    private static String id(String receipt) {
        var id = ID.matcher(receipt);
        assertThat(id.find()).as(receipt).isTrue();
        return id.group(1);
    }
}
