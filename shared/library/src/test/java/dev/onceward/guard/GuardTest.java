package dev.onceward.guard;

import java.util.concurrent.atomic.AtomicInteger;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class GuardTest {
    private static final Operation PAYMENT = Operation.named("payment");
    private static final GuardedRequest FIRST = GuardedRequest.of("order-1", "12 EUR");

    private final Guard guard = Guards.guard(Store.POSTGRES);
    private final Guard otherGuard = Guards.otherGuard(Store.POSTGRES);
    private final AtomicInteger runs = new AtomicInteger();

    private record PaymentReceipt(int number, String text) {}

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
    void an_error_of_any_length_and_characters_is_kept_in_part() {
        var operation = PAYMENT.withKeptErrors();
        assertThatThrownBy(() -> await(guard.once(operation, FIRST, PaymentReceipt.class,
                () -> Uni.createFrom().failure(new IllegalStateException("\0" + "x".repeat(5000))))));
        assertThat(pay(operation, FIRST)).isInstanceOfSatisfying(FailedEarlier.class,
                failed -> assertThat(failed.error())
                        .startsWith("java.lang.IllegalStateException:  xxx").hasSize(1000));
    }

    @Test
    void keys_without_a_right_length_are_refused_with_a_sentence_that_says_so() {
        assertThatThrownBy(() -> GuardedRequest.of("k".repeat(256)))
                .hasMessage("The idempotency key has 256 characters: it must have 1 to 255.");
        assertThatThrownBy(() -> GuardedRequest.of("order-1", "\ud800"))
                .hasMessage("The body has an unpaired surrogate, which has no bytes in UTF-8.");
        assertThatThrownBy(() -> FIRST.by(""))
                .hasMessageContaining("The caller is missing: it must have 1 to 255 characters.");
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
}
