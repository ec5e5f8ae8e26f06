package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadOncePerSecondTest {
    private final List<UniEmitter<? super String>> begun = new ArrayList<>();
    private final List<UniEmitter<? super Boolean>> waits = new ArrayList<>();
    private long nanos;
    private final ReadOncePerSecond<String> shareRunningRead = new ReadOncePerSecond<>(() -> nanos, this::wait,
            Uni.createFrom().emitter(begun::add), "full");

    @Test
    void the_first_read_begins_at_once() {
        var first = pass();
        assertThat(begun).hasSize(1);
        begun.getFirst().complete("one");
        assertThat(first).isCompletedWithValue("one");
    }

    @Test
    void a_caller_during_a_running_read_gets_the_result_of_the_next_read() {
        var first = pass();
        var second = pass();
        begun.getFirst().complete("one");
        assertThat(first).isCompletedWithValue("one");
        assertThat(second).isNotDone();
        later();
        begun.getLast().complete("two");
        assertThat(second).isCompletedWithValue("two");
    }

    @Test
    void all_waiting_callers_share_the_next_read() {
        var _ = pass();
        var all = IntStream.range(0, 50).mapToObj(_ -> pass()).toList();
        assertThat(waits).hasSize(1);
        later();
        assertThat(begun).hasSize(2);
        begun.getLast().complete("two");
        assertThat(all).allSatisfy(one -> assertThat(one).isCompletedWithValue("two"));
    }

    @Test
    void a_caller_a_second_after_the_last_read_does_not_wait() {
        var _ = pass();
        nanos += TimeUnit.SECONDS.toNanos(1);
        var _ = pass();
        assertThat(begun).hasSize(2);
        assertThat(waits).isEmpty();
    }

    @Test
    void a_caller_that_finds_too_many_waiting_gets_the_result_full() {
        var _ = pass();
        IntStream.range(0, 100).forEach(_ -> assertThat(pass()).isNotDone());
        assertThat(pass()).isCompletedWithValue("full");
        later();
        assertThat(pass()).isNotDone();
    }

    private CompletableFuture<String> pass() {
        return shareRunningRead.pass().subscribeAsCompletionStage();
    }

    private Uni<?> wait(Duration time) {
        assertThat(time).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
        return Uni.createFrom().emitter(waits::add);
    }

    private void later() {
        nanos += TimeUnit.SECONDS.toNanos(1);
        waits.removeFirst().complete(true);
    }
}
