package dev.onceward.relay.sink;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;

import dev.onceward.log.Event;
import dev.onceward.relay.sink.Outcome.Delivered;
import dev.onceward.relay.sink.Outcome.Failed;
import dev.onceward.relay.testing.Some;

import static org.assertj.core.api.Assertions.assertThat;

class InTimeTest {
    private static final Event EVENT = Some.event(null, new byte[0]);

    @Test
    void what_takes_longer_than_an_attempt_failed() {
        assertThat(sent(() -> Uni.createFrom().nothing())).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).isEqualTo("Broker did not confirm the event within 50 ms."));
    }

    @Test
    void a_failure_is_an_outcome_also_when_it_is_thrown() {
        assertThat(sent(() -> Uni.createFrom().failure(new IllegalStateException("broken"))))
                .isEqualTo(new Failed("Broker: broken", null, null));
        assertThat(sent(() -> {
            throw new IllegalStateException(new IllegalArgumentException("broken"));
        })).isEqualTo(new Failed("Broker: broken", null, null));
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

    private static Context contextOfOutcome(Context caller) {
        var elsewhere = CompletableFuture.supplyAsync(() -> (Outcome) new Delivered(false),
                CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
        var sink = broker(() -> Uni.createFrom().completionStage(elsewhere));
        var context = new CompletableFuture<Context>();
        caller.runOnContext(_ -> {
            var _ = sink.send(EVENT).subscribe().with(_ -> context.complete(Vertx.currentContext()));
        });
        return context.join();
    }

    private static Outcome sent(Supplier<Uni<Outcome>> sending) {
        return broker(sending).send(EVENT).await().indefinitely();
    }

    private static Sink broker(Supplier<Uni<Outcome>> sending) {
        return new InTime("Broker", new Answers(sending), Duration.ofMillis(50));
    }

    private record Answers(Supplier<Uni<Outcome>> sending) implements Sink {

        @Override
        public Uni<Outcome> send(Event event) {
            return sending.get();
        }

        @Override
        public Uni<Void> close() {
            return Uni.createFrom().voidItem();
        }
    }
}
