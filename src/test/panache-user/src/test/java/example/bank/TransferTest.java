package example.bank;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/// The outbox in an application with Hibernate Reactive and Panache.
@QuarkusTest
@QuarkusTestResource(BankDatabase.class)
class TransferTest {
    @TestHTTPResource("/transfers/")
    URI transfers;

    @BeforeEach
    void empty() {
        var _ = BankDatabase.ask("TRUNCATE transfer, onceward.event, onceward.key");
    }

    @Test
    void a_row_and_its_event_are_committed_together_by_the_function_with_transaction() throws Exception {
        assertEquals(204, post("t-1/by-function"));
        assertStored("t-1", "money.transferred order-7");
    }

    @Test
    void a_row_and_its_event_are_committed_together_by_the_annotation_with_transaction() throws Exception {
        assertEquals(204, post("t-1/by-annotation"));
        assertStored("t-1", "money.transferred order-7");
    }

    /// PostgreSQL refuses the row when Hibernate writes it, which is after the event was put.
    @Test
    void neither_is_committed_if_the_row_is_refused() throws Exception {
        assertEquals(500, post("refused/by-function"));
        assertEquals(500, post("refused/by-annotation"));
        assertStored(null, null);
    }

    @Test
    void an_event_is_not_stored_without_a_transaction() throws Exception {
        assertEquals(500, post("t-1/without-transaction"));
        assertStored(null, null);
    }

    private int post(String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(transfers.resolve(path)).header("X-Correlation-Id", "order-7")
                    .POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString()).statusCode();
        }
    }

    private static void assertStored(String numbers, String events) {
        assertEquals(numbers, BankDatabase.ask("SELECT string_agg(number, ' ') FROM transfer"));
        assertEquals(events, BankDatabase.ask(
                "SELECT string_agg(concat_ws(' ', type, correlation), ' ') FROM onceward.event"));
    }
}
