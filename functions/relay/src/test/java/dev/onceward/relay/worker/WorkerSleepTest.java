package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.Servers;

import static org.assertj.core.api.Assertions.assertThat;

class WorkerSleepTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicBoolean called = new AtomicBoolean();
    private final WorkerSleep workerSleep = new WorkerSleep(Servers.vertx().getDelegate());

    @Test
    void a_sleep_ends_when_its_time_is_over() {
        Servers.await(workerSleep.rest(Duration.ofMillis(5), called::get));
    }

    @Test
    void a_sleep_ends_when_the_worker_is_woken() {
        var resting = workerSleep.rest(LONG, called::get).subscribeAsCompletionStage();
        assertThat(resting).isNotDone();
        workerSleep.wake();
        assertThat(resting).isCompleted();
    }

    /// Between the look whether somebody called and the rest.
    @Test
    void a_wake_up_just_before_a_sleep_ends_it_at_once() {
        called.set(true);
        assertThat(workerSleep.rest(LONG, called::get).subscribeAsCompletionStage()).isCompleted();
    }

    @Test
    void a_wake_up_ends_one_sleep_and_not_the_next() {
        var first = workerSleep.rest(LONG, called::get).subscribeAsCompletionStage();
        workerSleep.wake();
        assertThat(first).isCompleted();
        assertThat(workerSleep.rest(LONG, called::get).subscribeAsCompletionStage()).isNotDone();
    }
}
