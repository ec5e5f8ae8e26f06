package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.CircuitBreaker.Limits;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Discard;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.runtime.log.Event;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptDeliveryTest {
    private static final AttemptOutcome DELIVERED = new Delivered(false);
    private static final AttemptOutcome FAILED = new Failed("answered 500", null, null);
    private static final AttemptOutcome REFUSED = new Refused("answered 401", null);
    private static final Limits OPENS_AFTER_THREE = new Limits(3, Duration.ofMillis(1), Duration.ofMinutes(1));

    @Test
    void an_attempt_that_exceeds_its_timeout_fails_and_is_cancelled() {
        var cancelled = new AtomicBoolean();
        assertThat(sent(
                () -> Uni.createFrom().<AttemptOutcome>nothing().onCancellation().invoke(() -> cancelled.set(true))))
                .isEqualTo(new Failed("no answer within 50 ms", null, null));
        assertThat(cancelled).isTrue();
    }

    @Test
    void an_exception_of_the_sink_becomes_the_outcome_failed() {
        var broken = new Failed("java.lang.IllegalStateException: broken", null, null);
        assertThat(sent(() -> Uni.createFrom().failure(new IllegalStateException("broken")))).isEqualTo(broken);
        assertThat(sent(() -> {
            throw new IllegalStateException("broken");
        })).isEqualTo(broken);
    }

    @Test
    void the_outcome_comes_on_the_event_loop_of_the_caller() {
        var vertx = Vertx.vertx();
        try {
            var caller = vertx.getOrCreateContext();
            assertThat(contextOfOutcome(caller)).isSameAs(caller);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Test
    void failures_in_a_row_open_the_circuit_breaker() {
        assertThat(admitsAfter(FAILED, FAILED)).isTrue();
        assertThat(admitsAfter(FAILED, FAILED, FAILED)).isFalse();
    }

    /// A token that is not valid any more would else be the end of a whole backlog.
    @Test
    void refusals_in_a_row_open_the_circuit_breaker() {
        assertThat(admitsAfter(REFUSED, REFUSED)).isTrue();
        assertThat(admitsAfter(REFUSED, REFUSED, REFUSED)).isFalse();
        assertThat(admitsAfter(REFUSED, FAILED, REFUSED)).isFalse();
    }

    @Test
    void refusals_between_deliveries_do_not_open_the_circuit_breaker() {
        assertThat(admitsAfter(REFUSED, REFUSED, DELIVERED, REFUSED, REFUSED, DELIVERED, REFUSED, REFUSED)).isTrue();
    }

    private static boolean admitsAfter(AttemptOutcome... outcomes) {
        var next = Stream.of(outcomes).iterator();
        var attempts = attempts(() -> Uni.createFrom().item(next.next()));
        for (var outcome : outcomes) {
            assertThat(attempts.send(SampleDeliveries.item(null)).join().outcome()).isEqualTo(outcome);
        }
        return !attempts.areProbes();
    }

    private static Context contextOfOutcome(Context caller) {
        var elsewhere = CompletableFuture.supplyAsync(() -> DELIVERED,
                CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
        var attempts = attempts(() -> Uni.createFrom().completionStage(elsewhere));
        var context = new CompletableFuture<Context>();
        caller.runOnContext(_ -> {
            var _ = attempts.send(SampleDeliveries.item(null))
                    .thenAccept(_ -> context.complete(Vertx.currentContext()));
        });
        return context.join();
    }

    private static AttemptOutcome sent(Supplier<Uni<AttemptOutcome>> sending) {
        return attempts(sending).send(SampleDeliveries.item(null)).join().outcome();
    }

    private static AttemptDelivery attempts(Supplier<Uni<AttemptOutcome>> sending) {
        var subscription = new Subscription("s", EventFilter.ALL, new Discard(), false, true, 16, Duration.ofMillis(50),
                new Retry(3, Duration.ofMillis(1), Duration.ofMillis(1)), true, false);
        return new AttemptDelivery(subscription, new Answers(sending), OPENS_AFTER_THREE, _ -> {});
    }

    private record Answers(Supplier<Uni<AttemptOutcome>> sending) implements Sink {

        @Override
        public Uni<AttemptOutcome> send(Event event) {
            return sending.get();
        }

        @Override
        public Uni<Void> close() {
            return Uni.createFrom().voidItem();
        }
    }
}
