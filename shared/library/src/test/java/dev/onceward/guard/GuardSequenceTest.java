package dev.onceward.guard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.GuardResult.Superseded;
import dev.onceward.guard.Operation.OnAbandon;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Operations that follow one another, as those on a balance do.
@OnServers
class GuardSequenceTest {
    private static final Operation TRANSFER = Operation.named("transfer");

    private final Guard guard = Guards.guard(Store.TIERED);
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void each_operation_names_the_last_one_and_repetitions_are_replayed() {
        assertThat(run(first("a"))).isEqualTo(new Completed<>(1));
        assertThat(run(first("a"))).isEqualTo(new Replayed<>(1));
        assertThat(run(next("b", "a"))).isEqualTo(new Completed<>(2));
        assertThat(run(next("c", "b"))).isEqualTo(new Completed<>(3));
        assertThat(run(next("b", "a"))).isEqualTo(new Replayed<>(2));
        assertThat(sql().query("SELECT id FROM onceward.last_operation")).isEqualTo("c");
    }

    @ParameterizedTest
    @EnumSource(Store.class)
    void an_operation_that_does_not_name_the_last_one_learns_which_it_is(Store store) {
        var operation = TRANSFER.withStore(store);
        assertThat(run(operation, first("a"))).isInstanceOf(Completed.class);
        assertThat(run(operation, next("b", "a"))).isInstanceOf(Completed.class);
        assertThat(run(operation, next("other", "a"))).isEqualTo(new Superseded<>("b"));
        assertThat(run(operation, first("other"))).isEqualTo(new Superseded<>("b"));
        assertThat(run(operation, next("other", "never"))).isEqualTo(new Superseded<>("b"));
        assertThat(guard.counts().superseded()).isEqualTo(3);
        assertThat(runs).hasValue(2);
    }

    @Test
    void an_operation_whose_key_was_purged_can_not_be_followed_again() {
        var _ = run(first("a"));
        var _ = run(next("b", "a"));
        sql().execute("DELETE FROM onceward.operation_key");
        assertThat(run(next("other", "a"))).isEqualTo(new Superseded<>("b"));
        assertThat(sql().count("operation_key")).isZero();
        assertThat(run(next("c", "b"))).isInstanceOf(Completed.class);
    }

    @Test
    void of_many_operations_that_name_the_same_one_one_runs() throws Exception {
        var _ = run(first("a"));
        var results = RunConcurrently.run(50, n -> () -> run(next("next-" + n, "a")));
        assertThat(runs).hasValue(2);
        var current = sql().query("SELECT id FROM onceward.last_operation");
        assertThat(results).filteredOn(Completed.class::isInstance).hasSize(1);
        assertThat(results).allSatisfy(result -> assertThat(result).satisfiesAnyOf(
                each -> assertThat(each).isInstanceOfAny(Completed.class, InFlight.class),
                each -> assertThat(each).isEqualTo(new Superseded<>(current))));
    }

    @Test
    void an_operation_waits_for_another_that_follows_the_same_one() {
        var answer = new CompletableFuture<Integer>();
        var running = Guards.start(guard, TRANSFER, first("a"), Integer.class,
                () -> Uni.createFrom().completionStage(answer));
        assertThat(run(first("other"))).isInstanceOf(InFlight.class);
        var _ = answer.complete(7);
        assertThat(running.join()).isEqualTo(new Completed<>(7));
        assertThat(run(first("other"))).isEqualTo(new Superseded<>("a"));
    }

    @Test
    void after_a_failure_another_operation_may_come_first() {
        for (var operation : new Operation[]{TRANSFER, Operation.named("deposit").withKeptErrors()}) {
            assertThatThrownBy(() -> await(guard.once(operation, first("a"), Integer.class,
                    () -> Uni.createFrom().failure(new IllegalStateException("no cover"))))).hasMessage("no cover");
            assertThat(run(operation, first("other"))).isInstanceOf(Completed.class);
            assertThat(run(operation, first("a"))).isEqualTo(new Superseded<>("other"));
        }
    }

    @ParameterizedTest
    @EnumSource(OnAbandon.class)
    void another_operation_takes_over_from_one_that_died_unless_it_is_held(OnAbandon onAbandon) {
        var operation = TRANSFER.withOnAbandon(onAbandon);
        var answer = new CompletableFuture<Integer>();
        var lost = Guards.start(guard, operation, first("a"), Integer.class,
                () -> Uni.createFrom().completionStage(answer));
        MoveTime.endLeases(Store.POSTGRES);
        assertThat(run(operation, first("other"))).isEqualTo(
                onAbandon == OnAbandon.HOLD ? new Held<>() : new Completed<>(1));
        var _ = answer.complete(7);
        assertThat(lost.join()).isEqualTo(
                onAbandon == OnAbandon.HOLD ? new Completed<>(7) : new GuardResult.LeaseLost<>());
    }

    @Test
    void things_callers_and_operations_have_sequences_of_their_own() {
        assertThat(run(first("a"))).isInstanceOf(Completed.class);
        assertThat(run(GuardedRequest.of("a").first("account-2"))).isInstanceOf(Completed.class);
        assertThat(run(first("a").by("anna"))).isInstanceOf(Completed.class);
        assertThat(run(Operation.named("deposit"), first("a"))).isInstanceOf(Completed.class);
        assertThat(runs).hasValue(4);
    }

    @Test
    void an_operation_does_not_follow_itself() {
        assertThatIllegalArgumentException().isThrownBy(() -> next("a", "a"))
                .withMessage("An operation does not follow itself: a");
    }

    private static GuardedRequest first(String id) {
        return GuardedRequest.of(id, "12 EUR").first("account-1");
    }

    private static GuardedRequest next(String id, String lastSeen) {
        return GuardedRequest.of(id, "12 EUR").following("account-1", lastSeen);
    }

    private GuardResult<Integer> run(GuardedRequest request) {
        return run(TRANSFER, request);
    }

    private GuardResult<Integer> run(Operation operation, GuardedRequest request) {
        return await(guard.once(operation, request, Integer.class,
                () -> Uni.createFrom().item(() -> runs.incrementAndGet())));
    }
}
