package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WorkerSleepTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicBoolean called = new AtomicBoolean();
    private final WorkerSleep workerSleep = new WorkerSleep(Bookshop.VERTX);

    @Test
    void rest_ends_when_its_time_is_over() {
        Bookshop.await(workerSleep.rest(Duration.ofMillis(5), called::get));
    }

    @Test
    void rest_ends_when_somebody_calls() {
        var resting = workerSleep.rest(LONG, called::get).subscribeAsCompletionStage();
        assertThat(resting).isNotDone();
        workerSleep.wake();
        assertThat(resting).isCompleted();
    }

    /// Between the look whether somebody called and the rest.
    @Test
    void who_called_just_before_is_heard() {
        called.set(true);
        assertThat(workerSleep.rest(LONG, called::get).subscribeAsCompletionStage()).isCompleted();
    }

    @Test
    void who_rests_again_rests_again() {
        var first = workerSleep.rest(LONG, called::get).subscribeAsCompletionStage();
        workerSleep.wake();
        assertThat(first).isCompleted();
        assertThat(workerSleep.rest(LONG, called::get).subscribeAsCompletionStage()).isNotDone();
    }
}
