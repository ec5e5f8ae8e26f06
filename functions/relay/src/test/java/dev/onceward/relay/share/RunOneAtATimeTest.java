package dev.onceward.relay.share;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunOneAtATimeTest {
    private final List<CompletableFuture<Integer>> begun = new ArrayList<>();
    private final RunOneAtATime<Integer> work = new RunOneAtATime<>(Uni.createFrom().deferred(this::begin),
            Duration.ZERO);

    @Test
    void callers_during_running_work_share_the_work_that_begins_after_it() {
        var first = asked();
        var second = asked();
        var third = asked();
        assertThat(begun).hasSize(1);
        begun.getFirst().complete(1);
        assertThat(first).isCompletedWithValue(1);
        assertThat(begun).hasSize(2);
        begun.getLast().complete(2);
        assertThat(second).isCompletedWithValue(2);
        assertThat(third).isCompletedWithValue(2);
    }

    @Test
    void work_that_failed_is_done_again_for_the_waiting_caller() {
        var first = asked();
        var second = asked();
        begun.getFirst().completeExceptionally(new IllegalStateException("lost"));
        assertThat(first).isCompletedExceptionally();
        begun.getLast().complete(2);
        assertThat(second).isCompletedWithValue(2);
    }

    @Test
    void at_most_a_hundred_callers_wait_for_running_work() {
        var first = asked();
        var waiting = IntStream.range(0, 100).mapToObj(_ -> asked()).toList();
        assertThat(work.join()).isEmpty();
        begun.getFirst().complete(1);
        begun.getLast().complete(2);
        assertThat(first).isCompletedWithValue(1);
        assertThat(waiting).allSatisfy(one -> assertThat(one).isCompletedWithValue(2));
        assertThat(work.join()).isPresent();
    }

    @Test
    void a_pause_passes_from_one_beginning_of_the_work_to_the_next() {
        var rest = Duration.ofSeconds(1);
        var rested = new RunOneAtATime<>(Uni.createFrom().item(System::nanoTime), rest);
        var first = rested.join().orElseThrow().await().atMost(Duration.ofSeconds(10));
        var second = rested.join().orElseThrow().await().atMost(Duration.ofSeconds(10));
        assertThat(second - first).isGreaterThan(rest.minusMillis(50).toNanos());
    }

    private CompletableFuture<Integer> asked() {
        return work.join().orElseThrow().subscribeAsCompletionStage();
    }

    private Uni<Integer> begin() {
        var done = new CompletableFuture<Integer>();
        begun.add(done);
        return Uni.createFrom().completionStage(done);
    }
}
