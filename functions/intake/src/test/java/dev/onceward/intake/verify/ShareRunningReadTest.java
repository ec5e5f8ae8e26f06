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

class ShareRunningReadTest {
    private final List<UniEmitter<? super String>> begun = new ArrayList<>();
    private final List<UniEmitter<? super Boolean>> waits = new ArrayList<>();
    private long nanos;
    private final ShareRunningRead<String> shareRunningRead = new ShareRunningRead<>(() -> nanos, this::wait,
            Uni.createFrom().emitter(begun::add), "full");

    @Test
    void the_first_does_not_wait() {
        var first = pass();
        assertThat(begun).hasSize(1);
        begun.getFirst().complete("one");
        assertThat(first).isCompletedWithValue("one");
    }

    @Test
    void who_comes_while_it_is_under_way_gets_what_begins_after() {
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
    void all_who_wait_share_the_next() {
        var _ = pass();
        var all = IntStream.range(0, 50).mapToObj(_ -> pass()).toList();
        assertThat(waits).hasSize(1);
        later();
        assertThat(begun).hasSize(2);
        begun.getLast().complete("two");
        assertThat(all).allSatisfy(one -> assertThat(one).isCompletedWithValue("two"));
    }

    @Test
    void who_comes_a_second_later_does_not_wait() {
        var _ = pass();
        nanos += TimeUnit.SECONDS.toNanos(1);
        var _ = pass();
        assertThat(begun).hasSize(2);
        assertThat(waits).isEmpty();
    }

    @Test
    void who_finds_too_many_waiting_is_told_so() {
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
