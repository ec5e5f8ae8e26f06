package dev.onceward.relay;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.embedded.FunctionProcess;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

/// What the admin API refuses, and says why.
class AdminRefusalsIT {
    private static final String READ_TOKEN = "read-token-of-tests";
    private static final RelayFixture WORLD = new RelayFixture();
    private static final FunctionProcess RELAY = WORLD.relay()
            .with("onceward.subscriptions.books.sink", "kafka:nowhere")
            .with("onceward.admin.read-token", READ_TOKEN)
            .start();

    @AfterAll
    static void close() {
        RELAY.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"pause;{};Say why", "move;{};Say where to", "move;{\"to\": \"soon\"};earliest",
            "pause;{\"why\": \"a\\nb\"};one line", "resume;{\"to\": \"now\"};unknown member",
            "parked/redrive;[1];JSON object", "parked/redrive;{\"evnt\": 1};unknown member",
            "parked/redrive;{;must be JSON", "parked/redrive;{\"event\": \"x\"};UUID",
            "parked/redrive;{\"state\": \"lost\"};scheduled", "parked/redrive;{\"perSecond\": 0};perSecond",
            "parked/redrive;{\"dryRun\": \"yes\"};true or false", "parked/drop;{};Say why",
            "parked/drop;{\"why\": \"x\", \"perSecond\": 1};unknown member",
            "resume;{\"by\": \" \"};by must name",
            "parked/redrive;{\"before\": \"+1000000-01-01T00:00:00Z\"};before must be a time"})
    void an_invalid_command_is_answered_400_with_the_reason(String command, String body, String sentence) {
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER).body(body)
                .post("/api/v1/subscriptions/books/" + command).then().statusCode(400)
                .contentType("application/problem+json").body("detail", containsString(sentence));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"parked?before=noon;2026", "parked?state=lost;scheduled",
            "parked?stat=dead;query parameters", "parked?state=dead&state=blocked;each once",
            "events/x/attempts;UUID"})
    void an_invalid_list_request_is_answered_400_with_the_reason(String list, String sentence) {
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER)
                .get("/api/v1/subscriptions/books/" + list).then().statusCode(400)
                .contentType("application/problem+json").body("detail", containsString(sentence));
    }

    @Test
    void a_body_that_is_too_large_is_answered_413_and_an_unknown_address_404() {
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER).body("a".repeat(10_000))
                .post("/api/v1/subscriptions/books/pause").then().statusCode(413)
                .contentType("application/problem+json").body("detail", containsString("8192"));
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER)
                .post("/api/v1/subscriptions/books/remove").then().statusCode(404)
                .contentType("application/problem+json");
    }

    @Test
    void an_unknown_key_of_an_operation_is_answered_404_to_the_operator_and_401_to_others() {
        var address = "/api/v1/operations/payment/keys/order-1?caller=anna";
        given().port(RELAY.port()).get(address).then().statusCode(401);
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER).get(address).then().statusCode(404)
                .contentType("application/problem+json").body("detail", containsString("no such key"));
    }

    /// The body is larger than the limit, so a body that was read before the token would be answered 413.
    @ParameterizedTest
    @ValueSource(strings = {"GET ", "GET /books", "GET /books/parked", "GET /books/events/x/attempts",
            "POST /books/pause", "POST /books/resume", "POST /books/move", "POST /books/parked/redrive",
            "POST /books/parked/drop"})
    void every_admin_request_without_the_token_is_answered_401_before_its_body_is_read(String line) {
        var request = line.split(" ", -1);
        for (var authorization : List.of("", "Bearer guess", "Bearer " + READ_TOKEN, "Basic b3BlcmF0b3I6")) {
            given().port(RELAY.port()).header("Authorization", authorization).body("a".repeat(10_000))
                    .request(request[0], "/api/v1/subscriptions" + request[1]).then().statusCode(401)
                    .header("WWW-Authenticate", "Bearer").contentType("application/problem+json");
        }
    }

    @Test
    void an_unknown_subscription_is_answered_404() {
        given().port(RELAY.port()).header("Authorization", RelayFixture.BEARER).get("/api/v1/subscriptions/none")
                .then().statusCode(404).body("detail", containsString("GET /api/v1/subscriptions"));
    }

    @Test
    void a_client_that_waits_for_100_continue_is_told_to_send_its_body() throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + RELAY.port()
                + "/api/v1/subscriptions/books/resume")).header("Authorization", RelayFixture.BEARER)
                .version(HttpClient.Version.HTTP_1_1).expectContinue(true).timeout(Duration.ofSeconds(8))
                .POST(BodyPublishers.ofString("{}")).build();
        try (var client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void the_page_of_the_relay_lists_its_addresses() {
        given().port(RELAY.port()).get("/relay").then().statusCode(200)
                .body(containsString("\nPOST /run "), containsString("\nPOST /{name}/parked/drop "));
    }
}
