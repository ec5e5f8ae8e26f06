package dev.onceward.guard;

import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.guard.GuardResult.AnswerNotKept;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.LeaseLost;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.Operation.OnAbandon;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What a guard promises with each store. The calls come from two replicas by turns.
@OnServers
@ParameterizedClass
@EnumSource(TestedStore.class)
class GuardContractTest {
    private static final Operation PAYMENT = Operation.named("payment");
    private static final GuardedRequest FIRST = GuardedRequest.of("order-1", "12 EUR");
    private static final GuardedRequest OTHER_BODY = GuardedRequest.of("order-1", "13 EUR");

    private final TestedStore store;
    private final Guard guard;
    private final Guard otherGuard;
    private final AtomicInteger runs = new AtomicInteger();

    private record PaymentNumber(int number, String text) {}

    GuardContractTest(TestedStore store) {
        this.store = store;
        this.guard = Guards.guard(store);
        this.otherGuard = Guards.otherGuard(store);
    }

    @Test
    void the_first_call_runs_the_operation_and_repetitions_get_its_answer() {
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Completed<>(new PaymentNumber(1, "paid")));
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentNumber(1, "paid")));
        assertThat(pay(otherGuard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentNumber(1, "paid")));
        assertThat(runs).hasValue(1);
    }

    @Test
    void the_same_key_with_another_body_is_a_mismatch() {
        var _ = pay(guard, PAYMENT, FIRST);
        assertThat(pay(guard, PAYMENT, OTHER_BODY)).isEqualTo(new Mismatch<>());
        assertThat(pay(otherGuard, PAYMENT, OTHER_BODY)).isEqualTo(new Mismatch<>());
        assertThat(runs).hasValue(1);
    }

    @Test
    void the_same_key_with_another_body_is_a_mismatch_while_the_operation_runs() {
        var answer = new CompletableFuture<PaymentNumber>();
        var first = start(PAYMENT, answer);
        assertThat(pay(otherGuard, PAYMENT, OTHER_BODY)).isEqualTo(new Mismatch<>());
        var _ = answer.complete(new PaymentNumber(7, "late"));
        assertThat(first.join()).isInstanceOf(Completed.class);
    }

    @Test
    void the_same_key_of_another_operation_or_caller_is_another_key() {
        assertThat(pay(guard, PAYMENT, FIRST)).isInstanceOf(Completed.class);
        assertThat(pay(guard, Operation.named("refund"), FIRST)).isInstanceOf(Completed.class);
        assertThat(pay(guard, PAYMENT, FIRST.by("anna"))).isInstanceOf(Completed.class);
        assertThat(pay(guard, PAYMENT, FIRST.by("bert"))).isInstanceOf(Completed.class);
    }

    @Test
    void texts_that_look_alike_when_joined_are_different_keys() {
        assertThat(pay(guard, Operation.named("order-refund"), GuardedRequest.of("order-123")))
                .isInstanceOf(Completed.class);
        assertThat(pay(guard, Operation.named("order-payment"), GuardedRequest.of("order-123")))
                .isInstanceOf(Completed.class);
        assertThat(pay(guard, Operation.named("order"), GuardedRequest.of("refund-order-123")))
                .isInstanceOf(Completed.class);
        assertThat(pay(guard, Operation.named("a"), GuardedRequest.of("c").by("b"))).isInstanceOf(Completed.class);
        assertThat(pay(guard, Operation.named("a"), GuardedRequest.of("b").by("c"))).isInstanceOf(Completed.class);
        assertThat(runs).hasValue(5);
    }

    @Test
    void a_call_while_another_runs_the_operation_learns_when_to_try_again() {
        var answer = new CompletableFuture<PaymentNumber>();
        var first = start(PAYMENT, answer);
        assertThat(pay(guard, PAYMENT, FIRST)).isInstanceOfSatisfying(InFlight.class,
                inFlight -> assertThat(inFlight.retryAfter()).isPositive().isLessThanOrEqualTo(PAYMENT.lease()));
        assertThat(pay(otherGuard, PAYMENT, FIRST)).isInstanceOf(InFlight.class);
        var _ = answer.complete(new PaymentNumber(7, "late"));
        assertThat(first.join()).isEqualTo(new Completed<>(new PaymentNumber(7, "late")));
        assertThat(pay(otherGuard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentNumber(7, "late")));
        assertThat(runs).hasValue(0);
    }

    @Test
    void of_500_calls_at_the_same_time_one_runs_the_operation_and_none_gets_the_answer_to_another_body()
            throws Exception {
        var results = ConcurrentCalls.with(n -> pay(n % 2 == 0 ? guard : otherGuard, PAYMENT, body(n)));
        assertThat(runs).hasValue(1);
        ConcurrentCalls.assertOneBodyWon(results, n -> body(n).equals(FIRST));
    }

    private static GuardedRequest body(int n) {
        return n % 3 == 0 ? OTHER_BODY : FIRST;
    }

    @Test
    void after_a_failure_the_next_call_runs_the_operation() {
        assertThatThrownBy(() -> fail(PAYMENT)).isInstanceOf(IllegalStateException.class).hasMessage("no card");
        assertThat(pay(otherGuard, PAYMENT, FIRST)).isEqualTo(new Completed<>(new PaymentNumber(1, "paid")));
        assertThat(guard.counts().failed()).isEqualTo(1);
    }

    @Test
    void after_a_failure_another_body_is_refused_too() {
        assertThatThrownBy(() -> fail(PAYMENT)).hasMessage("no card");
        assertThat(pay(guard, PAYMENT, OTHER_BODY)).isEqualTo(new Mismatch<>());
    }

    @Test
    void an_operation_that_keeps_errors_does_not_run_again_after_a_failure() {
        var operation = PAYMENT.withKeptErrors();
        assertThatThrownBy(() -> fail(operation)).hasMessage("no card");
        var earlier = new FailedEarlier<PaymentNumber>("java.lang.IllegalStateException: no card");
        assertThat(pay(guard, operation, FIRST)).isEqualTo(earlier);
        assertThat(pay(otherGuard, operation, FIRST)).isEqualTo(earlier);
        assertThat(runs).hasValue(0);
    }

    @Test
    void an_answer_that_is_too_large_is_not_kept_and_the_operation_does_not_run_again() {
        var operation = PAYMENT.withMaxAnswerBytes(10);
        assertThat(pay(guard, operation, FIRST)).isEqualTo(new Completed<>(new PaymentNumber(1, "paid")));
        assertThat(pay(guard, operation, FIRST)).isEqualTo(new AnswerNotKept<>());
        assertThat(pay(otherGuard, operation, FIRST)).isEqualTo(new AnswerNotKept<>());
        assertThat(runs).hasValue(1);
    }

    @Test
    void an_answer_that_is_no_json_is_not_kept_and_the_operation_does_not_run_again() {
        var answer = new ArrayList<Object>();
        answer.add(answer);
        assertThat(await(guard.once(PAYMENT, FIRST, Object.class, () -> Uni.createFrom().item(answer))))
                .isEqualTo(new Completed<>(answer));
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new AnswerNotKept<>());
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
        var _ = pay(guard, PAYMENT, FIRST);
        MoveTime.endRetentions(store.store());
        // What a process remembers ends by its own clock. It learns within a second that the test has moved the time.
        var result = Eventually.value(() -> pay(guard, PAYMENT, OTHER_BODY),
                found -> found instanceof Completed || store.memory() == 0);
        assertThat(result).isEqualTo(new Completed<>(new PaymentNumber(2, "paid")));
    }

    @Test
    void a_call_that_has_lost_its_lease_can_not_keep_its_answer() {
        var answer = new CompletableFuture<PaymentNumber>();
        var first = start(PAYMENT, answer);
        MoveTime.endLeases(store.store());
        assertThat(pay(otherGuard, PAYMENT, FIRST)).isEqualTo(new Completed<>(new PaymentNumber(1, "paid")));
        var _ = answer.complete(new PaymentNumber(7, "late"));
        assertThat(first.join()).isEqualTo(new LeaseLost<>());
        assertThat(guard.counts().leasesLost()).isEqualTo(1);
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentNumber(1, "paid")));
    }

    @Test
    void a_call_that_has_lost_its_lease_can_not_keep_its_answer_while_its_successor_runs() {
        var answer = new CompletableFuture<PaymentNumber>();
        var second = new CompletableFuture<PaymentNumber>();
        var first = start(PAYMENT, answer);
        MoveTime.endLeases(store.store());
        var running = start(PAYMENT, second);
        var _ = answer.complete(new PaymentNumber(7, "late"));
        assertThat(first.join()).isEqualTo(new LeaseLost<>());
        assertThat(pay(guard, PAYMENT, FIRST)).isInstanceOf(InFlight.class);
        var _ = second.complete(new PaymentNumber(8, "second"));
        assertThat(running.join()).isEqualTo(new Completed<>(new PaymentNumber(8, "second")));
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentNumber(8, "second")));
    }

    @Test
    void a_call_that_has_lost_its_lease_can_not_release_the_key_when_it_fails() {
        var answer = new CompletableFuture<PaymentNumber>();
        var second = new CompletableFuture<PaymentNumber>();
        var first = start(PAYMENT, answer);
        MoveTime.endLeases(store.store());
        var running = start(PAYMENT, second);
        var _ = answer.completeExceptionally(new IllegalStateException("no card"));
        assertThatThrownBy(first::join).hasMessageContaining("no card");
        assertThat(pay(guard, PAYMENT, FIRST)).isInstanceOf(InFlight.class);
        var _ = second.complete(new PaymentNumber(8, "second"));
        assertThat(running.join()).isEqualTo(new Completed<>(new PaymentNumber(8, "second")));
    }

    @Test
    void a_lease_that_ended_without_a_successor_still_keeps_the_answer() {
        var answer = new CompletableFuture<PaymentNumber>();
        var first = start(PAYMENT, answer);
        MoveTime.endLeases(store.store());
        var _ = answer.complete(new PaymentNumber(7, "late"));
        assertThat(first.join()).isEqualTo(new Completed<>(new PaymentNumber(7, "late")));
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(new PaymentNumber(7, "late")));
    }

    @Test
    void an_abandoned_key_is_refused_to_another_body() {
        var answer = new CompletableFuture<PaymentNumber>();
        var first = start(PAYMENT, answer);
        MoveTime.endLeases(store.store());
        assertThat(pay(otherGuard, PAYMENT, OTHER_BODY)).isEqualTo(new Mismatch<>());
        // In Redis it would renew its lease for ever, and write its entry into the tests that follow.
        var _ = answer.complete(new PaymentNumber(7, "late"));
        assertThat(first.join()).isEqualTo(new Completed<>(new PaymentNumber(7, "late")));
    }

    @Test
    void an_operation_that_holds_abandoned_keys_is_not_run_by_another_call() {
        var operation = PAYMENT.withOnAbandon(OnAbandon.HOLD);
        var answer = new CompletableFuture<PaymentNumber>();
        var first = start(operation, answer);
        assertThat(pay(otherGuard, operation, FIRST)).isInstanceOf(InFlight.class);
        MoveTime.endLeases(store.store());
        assertThat(pay(otherGuard, operation, FIRST)).isEqualTo(new Held<>());
        assertThat(pay(guard, operation, FIRST)).isEqualTo(new Held<>());
        var _ = answer.complete(new PaymentNumber(7, "late"));
        assertThat(first.join()).isEqualTo(new Completed<>(new PaymentNumber(7, "late")));
        assertThat(pay(otherGuard, operation, FIRST)).isEqualTo(new Replayed<>(new PaymentNumber(7, "late")));
        assertThat(runs).hasValue(0);
    }

    private GuardResult<PaymentNumber> pay(Guard with, Operation operation, GuardedRequest request) {
        return await(with.once(operation, request, PaymentNumber.class,
                () -> Uni.createFrom().item(() -> new PaymentNumber(runs.incrementAndGet(), "paid"))));
    }

    private void fail(Operation operation) {
        var _ = await(guard.once(operation, FIRST, PaymentNumber.class,
                () -> Uni.createFrom().failure(new IllegalStateException("no card"))));
    }

    private CompletableFuture<GuardResult<PaymentNumber>> start(Operation operation,
            CompletableFuture<PaymentNumber> answer) {
        return Guards.start(guard, operation, FIRST, PaymentNumber.class,
                () -> Uni.createFrom().completionStage(answer));
    }
}
