package dev.onceward.relay.courier;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DozeTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicBoolean called = new AtomicBoolean();
    private final Doze doze = new Doze(Bookshop.VERTX);

    @Test
    void rest_ends_when_its_time_is_over() {
        Bookshop.await(doze.rest(Duration.ofMillis(5), called::get));
    }

    @Test
    void rest_ends_when_somebody_calls() {
        var resting = doze.rest(LONG, called::get).subscribeAsCompletionStage();
        assertThat(resting).isNotDone();
        doze.wake();
        assertThat(resting).isCompleted();
    }

    /// Between the look whether somebody called and the rest.
    @Test
    void who_called_just_before_is_heard() {
        called.set(true);
        assertThat(doze.rest(LONG, called::get).subscribeAsCompletionStage()).isCompleted();
    }

    @Test
    void who_rests_again_rests_again() {
        var first = doze.rest(LONG, called::get).subscribeAsCompletionStage();
        doze.wake();
        assertThat(first).isCompleted();
        assertThat(doze.rest(LONG, called::get).subscribeAsCompletionStage()).isNotDone();
    }
}
