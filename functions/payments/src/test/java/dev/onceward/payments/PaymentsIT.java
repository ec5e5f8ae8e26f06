package dev.onceward.payments;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RunConcurrently;

import static dev.onceward.payments.PaymentsFixture.get;
import static dev.onceward.payments.PaymentsFixture.pay;
import static dev.onceward.payments.PaymentsFixture.post;
import static dev.onceward.payments.PaymentsFixture.refund;
import static org.assertj.core.api.Assertions.assertThat;

/// Payments and refunds of the packaged application.
class PaymentsIT {
    private static final PaymentsFixture FIXTURE = new PaymentsFixture();
    private static FunctionProcess payments;

    @BeforeAll
    static void start() {
        payments = FIXTURE.payments().start();
    }

    @AfterAll
    static void stop() {
        payments.close();
    }

    @Test
    void the_double_click_pays_once() throws Exception {
        var answers = RunConcurrently.run(2, _ -> () -> pay(payments, "double", "visa", 1_250));
        assertThat(answers).extracting(HttpResponse::statusCode).containsOnlyOnce(200).containsAnyOf(200, 409);
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 409)
                .allSatisfy(answer -> assertThat(answer.headers().firstValue("Retry-After")).isPresent());
        var replay = pay(payments, "double", "visa", 1_250);
        assertThat(replay.statusCode()).isEqualTo(200);
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(answers).extracting(HttpResponse::body).contains(replay.body());
        assertPaidOnce("double");
        assertThat(get(payments, "/payments/double")).isEqualTo(replay.body());
    }

    @Test
    void the_same_order_with_another_amount_is_refused() {
        assertThat(pay(payments, "amount", "visa", 1_000).statusCode()).isEqualTo(200);
        assertThat(pay(payments, "amount", "visa", 2_000).statusCode()).isEqualTo(422);
        assertThat(pay(payments, "amount", "visa", 2_000, "Idempotency-Key", "\"a new key\"").statusCode())
                .isEqualTo(409);
        assertPaidOnce("amount");
    }

    @Test
    void the_refund_of_an_order_is_another_operation_than_its_payment() {
        assertThat(refund(payments, "refunded").statusCode()).isEqualTo(404);
        assertThat(pay(payments, "refunded", "visa", 300).statusCode()).isEqualTo(200);
        var refund = refund(payments, "refunded", "Idempotency-Key", "\"second attempt\"");
        assertThat(refund.statusCode()).isEqualTo(200);
        assertThat(refund(payments, "refunded", "Idempotency-Key", "\"third attempt\"").body())
                .isEqualTo(refund.body());
        assertThat(FIXTURE.sql
                .texts("SELECT convert_from(body, 'UTF8') FROM onceward.event WHERE ordering = 'refunded'"))
                .containsExactlyInAnyOrder("{\"order\":\"refunded\",\"cents\":300}",
                        "{\"order\":\"refunded\",\"cents\":-300}");
    }

    @Test
    void a_declined_card_stays_declined() {
        assertThat(pay(payments, "declined", "declined", 100).statusCode()).isEqualTo(402);
        var again = pay(payments, "declined", "declined", 100);
        assertThat(again.statusCode()).isEqualTo(402);
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(again.body()).isEqualTo("The card was declined.");
        assertThat(pay(payments, "declined", "visa", 100, "Idempotency-Key", "\"another card\"").statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_processor_that_fails_after_it_has_charged_is_asked_again_for_the_same_charge() {
        assertThat(pay(payments, "unreliable", "unreliable", 100).statusCode()).isEqualTo(502);
        assertThat(pay(payments, "unreliable", "unreliable", 100).statusCode()).isEqualTo(200);
        assertThat(FIXTURE.requestsToProcessor("order-payment:unreliable")).isEqualTo(2);
        assertThat(FIXTURE.sql.number("SELECT count(*) FROM processor_charge WHERE card = 'unreliable'")).isOne();
    }

    @Test
    void a_payment_without_a_positive_amount_or_without_an_order_is_refused() {
        assertThat(post(payments, "/payments", "{\"card\":\"visa\",\"cents\":1}", "Idempotency-Key", "\"no order\"")
                .statusCode()).isEqualTo(400);
        assertThat(pay(payments, "nothing", "visa", 0).statusCode()).isEqualTo(400);
        assertThat(FIXTURE.sql.number("SELECT count(*) FROM payment WHERE order_number = 'nothing'")).isZero();
    }

    /// The second process gets 409 until the lease of the first has ended.
    @Test
    void a_process_that_is_killed_while_it_charges_leaves_one_charge_and_one_payment() {
        var dying = FIXTURE.payments().with("card-processor.duration", "1h").start();
        var _ = dying.port();
        var lost = CompletableFuture.supplyAsync(() -> pay(dying, "killed", "visa", 700));
        Eventually.holds(
                () -> FIXTURE.sql.number("SELECT count(*) FROM onceward.operation_key WHERE key = 'killed'") == 1);
        assertThat(pay(payments, "killed", "visa", 700).statusCode()).isEqualTo(409);
        dying.kill();
        var answer = Eventually.value(() -> pay(payments, "killed", "visa", 700), paid -> paid.statusCode() != 409);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(lost).isCompletedExceptionally();
        assertPaidOnce("killed");
    }

    private static void assertPaidOnce(String order) {
        assertThat(FIXTURE.requestsToProcessor("order-payment:" + order)).isOne();
        assertThat(FIXTURE.sql.number("SELECT count(*) FROM payment WHERE order_number = ?", order)).isOne();
        assertThat(FIXTURE.sql.number("SELECT count(*) FROM onceward.event WHERE ordering = ?", order)).isOne();
    }
}
