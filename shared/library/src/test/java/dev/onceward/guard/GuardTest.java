package dev.onceward.guard;

import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.guard.GuardResult.AnswerNotKept;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.testing.OnServers;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.Servers;

import static dev.onceward.testing.Servers.await;
import static dev.onceward.testing.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class GuardTest {
    private static final Operation PAYMENT = Operation.named("payment");
    private static final GuardedRequest FIRST = GuardedRequest.of("order-1", "12 EUR");

    private final Guard guard = new Guard(Servers.pool());
    private final Guard otherGuard = new Guard(Servers.otherPool());
    private final AtomicInteger runs = new AtomicInteger();

    private record PaymentReceipt(int number, String text) {}

    @Test
    void the_first_call_runs_the_operation_and_a_repetition_gets_its_answer() {
        assertThat(pay(PAYMENT, FIRST)).isEqualTo(new Completed<>(new PaymentReceipt(1, "paid")));
        assertThat(pay(PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentReceipt(1, "paid")));
        assertThat(runs).hasValue(1);
    }

    @Test
    void the_same_key_with_another_body_is_refused() {
        var _ = pay(PAYMENT, FIRST);
        assertThat(pay(PAYMENT, GuardedRequest.of("order-1", "13 EUR"))).isEqualTo(new Mismatch<>());
        assertThat(runs).hasValue(1);
    }

    @Test
    void the_same_key_of_another_operation_or_caller_is_another_key() {
        assertThat(pay(PAYMENT, FIRST)).isInstanceOf(Completed.class);
        assertThat(pay(Operation.named("refund"), FIRST)).isInstanceOf(Completed.class);
        assertThat(pay(PAYMENT, FIRST.by("anna"))).isInstanceOf(Completed.class);
        assertThat(pay(PAYMENT, FIRST.by("bert"))).isInstanceOf(Completed.class);
    }

    @Test
    void a_call_while_another_runs_the_operation_learns_when_to_try_again() {
        var answer = new CompletableFuture<PaymentReceipt>();
        var first = start(PAYMENT, FIRST, answer);
        assertThat(pay(PAYMENT, FIRST)).isInstanceOfSatisfying(InFlight.class,
                inFlight -> assertThat(inFlight.retryAfter()).isPositive().isLessThanOrEqualTo(PAYMENT.lease()));
        var _ = answer.complete(new PaymentReceipt(7, "late"));
        assertThat(first.join()).isEqualTo(new Completed<>(new PaymentReceipt(7, "late")));
        assertThat(pay(PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentReceipt(7, "late")));
        assertThat(runs).hasValue(0);
    }

    @Test
    void of_many_calls_at_the_same_time_one_runs_the_operation_and_none_gets_the_answer_to_another_body()
            throws Exception {
        var other = GuardedRequest.of("order-1", "13 EUR");
        var results = RunConcurrently.run(200, n -> () -> pay(PAYMENT, n % 2 == 0 ? FIRST : other));
        assertThat(runs).hasValue(1);
        assertThat(results).filteredOn(Completed.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(Mismatch.class::isInstance).hasSize(100);
        assertThat(results).allSatisfy(result -> assertThat(result)
                .isInstanceOfAny(Completed.class, Replayed.class, InFlight.class, Mismatch.class));
    }

    /// The call that had the key before was killed, failed, or completed so long ago that its answer has expired.
    @ParameterizedTest
    @ValueSource(strings = {
            "state = 'processing', lease_until = clock_timestamp(), expires_at = 'infinity'",
            "state = 'pending', lease_until = NULL, expires_at = 'infinity'",
            "state = 'completed', lease_until = NULL, expires_at = clock_timestamp()"})
    void of_many_calls_that_want_to_take_over_a_key_one_runs_the_operation(String before) throws Exception {
        for (var round = 1; round <= 20; round++) {
            var request = GuardedRequest.of("order-" + round);
            var _ = pay(PAYMENT, request);
            sql().execute("UPDATE onceward.operation_key SET answer = NULL, " + before);
            runs.set(0);
            var _ = RunConcurrently.run(16, n -> () -> pay(n % 2 == 0 ? guard : otherGuard, PAYMENT, request));
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    void after_a_failure_the_next_call_runs_the_operation() {
        assertThatThrownBy(() -> fail(PAYMENT)).isInstanceOf(IllegalStateException.class).hasMessage("no card");
        assertThat(sql().query("SELECT state || ' ' || attempts || ' ' || last_error FROM onceward.operation_key"))
                .isEqualTo("pending 1 java.lang.IllegalStateException: no card");
        assertThat(pay(PAYMENT, FIRST)).isEqualTo(new Completed<>(new PaymentReceipt(1, "paid")));
        assertThat(sql().number("SELECT attempts FROM onceward.operation_key")).isEqualTo(2);
    }

    @Test
    void a_handler_that_throws_fails_like_one_that_returns_a_failure() {
        assertThatThrownBy(() -> await(guard.once(PAYMENT, FIRST, PaymentReceipt.class, () -> {
            throw new StackOverflowError("deep");
        }))).hasMessageContaining("deep");
        assertThat(pay(PAYMENT, FIRST)).isInstanceOf(Completed.class);
    }

    @Test
    void after_a_failure_another_body_is_refused_too() {
        assertThatThrownBy(() -> fail(PAYMENT)).hasMessage("no card");
        assertThat(pay(PAYMENT, GuardedRequest.of("order-1", "13 EUR"))).isEqualTo(new Mismatch<>());
    }

    @Test
    void an_operation_that_keeps_errors_does_not_run_again_after_a_failure() {
        var operation = PAYMENT.withKeptErrors();
        assertThatThrownBy(() -> fail(operation)).hasMessage("no card");
        assertThat(pay(operation, FIRST)).isEqualTo(new FailedEarlier<>("java.lang.IllegalStateException: no card"));
        assertThat(runs).hasValue(0);
    }

    @Test
    void an_answer_that_is_too_large_is_not_kept_and_the_operation_does_not_run_again() {
        var operation = PAYMENT.withMaxAnswerBytes(10);
        assertThat(pay(operation, FIRST)).isEqualTo(new Completed<>(new PaymentReceipt(1, "paid")));
        assertThat(pay(operation, FIRST)).isEqualTo(new AnswerNotKept<>());
        assertThat(runs).hasValue(1);
    }

    @Test
    void an_answer_that_is_no_json_is_not_kept_and_the_operation_does_not_run_again() {
        var answer = new ArrayList<Object>();
        answer.add(answer);
        assertThat(await(guard.once(PAYMENT, FIRST, Object.class, () -> Uni.createFrom().item(answer))))
                .isEqualTo(new Completed<>(answer));
        assertThat(pay(PAYMENT, FIRST)).isEqualTo(new AnswerNotKept<>());
    }

    @Test
    void an_error_of_any_length_and_characters_is_kept_in_part() {
        var operation = PAYMENT.withKeptErrors();
        assertThatThrownBy(() -> await(guard.once(operation, FIRST, PaymentReceipt.class,
                () -> Uni.createFrom().failure(new IllegalStateException("\0" + "x".repeat(5000))))));
        assertThat(pay(operation, FIRST)).isInstanceOfSatisfying(FailedEarlier.class,
                failed -> assertThat(failed.error())
                        .startsWith("java.lang.IllegalStateException:  xxx").hasSize(1000));
    }

    @Test
    void an_operation_without_an_answer_is_replayed_without_one() {
        assertThat(await(guard.once(PAYMENT, FIRST, Void.class, () -> Uni.createFrom().voidItem())))
                .isEqualTo(new Completed<>(null));
        assertThat(await(guard.once(PAYMENT, FIRST, Void.class, () -> Uni.createFrom().voidItem())))
                .isEqualTo(new Replayed<>(null));
    }

    @Test
    void after_the_retention_the_operation_runs_again_for_any_body() {
        var _ = pay(PAYMENT, FIRST);
        sql().execute("UPDATE onceward.operation_key SET expires_at = now()");
        assertThat(pay(PAYMENT, GuardedRequest.of("order-1", "13 EUR")))
                .isEqualTo(new Completed<>(new PaymentReceipt(2, "paid")));
    }

    @Test
    void keys_without_a_right_length_are_refused_with_a_sentence_that_says_so() {
        assertThatThrownBy(() -> GuardedRequest.of("k".repeat(256)))
                .hasMessage("The idempotency key has 256 characters: it must have 1 to 255, none of them a control "
                        + "character or an unpaired surrogate.");
        assertThatThrownBy(() -> GuardedRequest.of("order-1", "\ud800"))
                .hasMessage("The body has an unpaired surrogate, which has no bytes in UTF-8.");
        assertThatThrownBy(() -> FIRST.by("")).hasMessageContaining("The caller has 0 characters");
    }

    private GuardResult<PaymentReceipt> pay(Operation operation, GuardedRequest request) {
        return pay(guard, operation, request);
    }

    private GuardResult<PaymentReceipt> pay(Guard with, Operation operation, GuardedRequest request) {
        return await(with.once(operation, request, PaymentReceipt.class,
                () -> Uni.createFrom().item(() -> new PaymentReceipt(runs.incrementAndGet(), "paid"))));
    }

    private void fail(Operation operation) {
        var _ = await(guard.once(operation, FIRST, PaymentReceipt.class,
                () -> Uni.createFrom().failure(new IllegalStateException("no card"))));
    }

    /// Starts a call and returns when its operation runs.
    private CompletableFuture<GuardResult<PaymentReceipt>> start(Operation operation, GuardedRequest request,
            CompletableFuture<PaymentReceipt> answer) {
        return GuardLeaseTest.start(guard, operation, request, PaymentReceipt.class,
                () -> Uni.createFrom().completionStage(answer));
    }
}
