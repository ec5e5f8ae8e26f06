package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.relay.worker.ScriptedReceiver;

import static org.assertj.core.api.Assertions.assertThat;

class PageSizeTest {

    @Test
    void pages_grow_to_the_largest_size_while_all_their_events_are_tried() {
        var pageSize = new PageSize(16, 500);
        assertThat(pageSize.page(16)).isEqualTo(64);
        for (var n = 0; n < 20; n++) {
            pageSize.learn(results(pageSize.page(16), 0, 0));
        }
        assertThat(pageSize.page(16)).isEqualTo(500);
    }

    @Test
    void a_page_of_which_few_events_were_tried_makes_the_next_page_as_small() {
        var pageSize = new PageSize(16, 500);
        pageSize.learn(results(30, 16, 18));
        assertThat(pageSize.page(16)).isEqualTo(30);
        pageSize.learn(results(0, 16, 14));
        assertThat(pageSize.page(16)).isEqualTo(16);
    }

    @Test
    void one_slow_attempt_among_many_makes_no_page_smaller() {
        var pageSize = new PageSize(16, 500);
        pageSize.learn(results(63, 1, 0));
        assertThat(pageSize.page(16)).isGreaterThan(64);
    }

    @Test
    void the_page_size_follows_the_number_of_free_attempts_and_is_at_least_one() {
        var pageSize = new PageSize(16, 500);
        assertThat(pageSize.page(4)).isEqualTo(16);
        assertThat(pageSize.page(0)).isEqualTo(1);
        assertThat(new PageSize(10_000, 500).page(10_000)).isEqualTo(500);
        assertThat(new PageSize(10_000, 500).page(1)).isEqualTo(1);
    }

    private static List<DeliveryResult> results(int tried, int flying, int left) {
        var one = SampleDeliveries.item("k");
        return Stream.<DeliveryResult>concat(
                IntStream.range(0, tried).mapToObj(_ -> new Tried(one, ScriptedReceiver.TAKEN, Duration.ZERO)),
                Stream.concat(
                        IntStream.range(0, flying).mapToObj(_ -> new StillUnderWay(one, new CompletableFuture<>())),
                        IntStream.range(0, left).mapToObj(_ -> new NotTried(one))))
                .toList();
    }
}
