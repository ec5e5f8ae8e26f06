package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.Fate.Flying;
import dev.onceward.relay.delivery.Fate.Left;
import dev.onceward.relay.delivery.Fate.Tried;
import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.testing.Patience;
import dev.onceward.relay.testing.Some;

import static dev.onceward.relay.courier.Receiver.NO;
import static dev.onceward.relay.courier.Receiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

class DeliveryTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final Desk desk = new Desk();
    private final List<Tried> late = new CopyOnWriteArrayList<>();

    @Test
    void the_items_of_a_line_are_sent_one_after_the_other() {
        var line = items(3);
        var fates = begin(10, List.of(line));
        assertThat(desk.sent).containsExactly(line.get(0));
        desk.land(line.get(0), TAKEN);
        assertThat(desk.sent).containsExactly(line.get(0), line.get(1));
        desk.land(line.get(1), TAKEN);
        desk.land(line.get(2), TAKEN);
        assertThat(fates.join()).extracting(Fate::item).containsExactlyElementsOf(line);
    }

    @Test
    void a_line_ends_with_the_first_that_fails_and_others_go_on() {
        var line = items(3);
        var other = items(2);
        var fates = begin(10, List.of(line, other));
        desk.land(line.get(0), NO);
        desk.land(other.get(0), TAKEN);
        desk.land(other.get(1), TAKEN);
        assertThat(fates.join()).filteredOn(Left.class::isInstance).extracting(Fate::item)
                .containsExactly(line.get(1), line.get(2));
        assertThat(desk.sent).containsExactly(line.get(0), other.get(0), other.get(1));
    }

    @Test
    void no_more_are_under_way_than_allowed() {
        var lines = IntStream.range(0, 10).mapToObj(_ -> items(1)).toList();
        var fates = begin(3, lines);
        assertThat(desk.sent).hasSize(3);
        desk.land(lines.get(1).getFirst(), TAKEN);
        assertThat(desk.sent).hasSize(4);
        while (!fates.isDone()) {
            assertThat(desk.underWay()).isLessThanOrEqualTo(3);
            desk.landAll(TAKEN);
        }
        assertThat(fates.join()).hasSize(10).allMatch(Tried.class::isInstance);
    }

    @Test
    void when_time_is_over_what_has_no_answer_flies_and_the_rest_is_left() {
        var line = items(2);
        var waiting = items(1);
        var fates = run(1, SHORT, List.of(line, waiting)).join();
        assertThat(fates).containsExactlyInAnyOrder(new Flying(line.get(0)), new Left(line.get(1)),
                new Left(waiting.get(0)));
        assertThat(late).isEmpty();
    }

    @Test
    void what_ends_after_its_page_is_told_and_begins_nothing() {
        var line = items(2);
        var _ = run(1, SHORT, List.of(line)).join();
        desk.land(line.get(0), TAKEN);
        assertThat(late).extracting(Tried::item).containsExactly(line.get(0));
        assertThat(desk.sent).hasSize(1);
    }

    @Test
    void nothing_begins_once_it_may_not_go_on() {
        var may = new AtomicInteger(2);
        var lines = IntStream.range(0, 5).mapToObj(_ -> items(1)).toList();
        var fates = new Delivery(desk, () -> may.getAndDecrement() > 0, late::add, 10)
                .run(new ArrayList<>(lines), LONG).subscribeAsCompletionStage();
        assertThat(desk.sent).hasSize(2);
        desk.landAll(TAKEN);
        assertThat(fates.join()).filteredOn(Left.class::isInstance).hasSize(3);
    }

    @Test
    void a_page_of_nothing_is_over_at_once() {
        assertThat(begin(1, List.of(List.of()))).isCompletedWithValue(List.of());
    }

    /// Each attempt is over before it has begun, as with a receiver of this process.
    @Test
    void a_hundred_thousand_that_end_at_once_do_not_overflow_the_stack() {
        var lines = new ArrayList<List<Item>>();
        lines.add(items(50_000));
        IntStream.range(0, 50_000).forEach(_ -> lines.add(items(1)));
        var fates = new Delivery(item -> CompletableFuture.completedFuture(tried(item, TAKEN)), () -> true, late::add,
                4).run(lines, LONG).subscribeAsCompletionStage();
        assertThat(fates.join()).hasSize(100_000);
    }

    @Test
    void every_item_has_one_fate_also_if_answers_come_on_many_threads_as_time_ends() {
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var round = 0; round < 100; round++) {
                late.clear();
                var lines = IntStream.range(0, 50).mapToObj(_ -> items(4)).toList();
                var ended = new AtomicInteger();
                var begun = new AtomicInteger();
                Delivery.Sender sender = item -> {
                    begun.incrementAndGet();
                    var outcome = ThreadLocalRandom.current().nextInt(10) == 0 ? NO : TAKEN;
                    return CompletableFuture.supplyAsync(() -> tried(item, outcome), threads)
                            .whenComplete((_, _) -> ended.incrementAndGet());
                };
                var fates = new Delivery(sender, () -> true, late::add, 16)
                        .run(new ArrayList<>(lines), Duration.ofMillis(1)).subscribeAsCompletionStage().join();
                assertThat(fates).hasSize(200).extracting(Fate::item).doesNotHaveDuplicates();
                var flying = fates.stream().filter(Flying.class::isInstance).map(Fate::item).toList();
                Patience.until(() -> late.size() == flying.size());
                assertThat(late).extracting(Tried::item).containsExactlyInAnyOrderElementsOf(flying);
                Patience.until(() -> ended.get() == begun.get());
            }
        }
    }

    private CompletableFuture<List<Fate>> begin(int concurrency, Collection<List<Item>> lines) {
        return run(concurrency, LONG, lines);
    }

    private CompletableFuture<List<Fate>> run(int concurrency, Duration time, Collection<List<Item>> lines) {
        return new Delivery(desk, () -> true, late::add, concurrency)
                .run(lines.stream().filter(line -> !line.isEmpty()).toList(), time).subscribeAsCompletionStage();
    }

    private static List<Item> items(int many) {
        return IntStream.range(0, many).mapToObj(_ -> Some.item("k")).toList();
    }

    private static Tried tried(Item item, Outcome outcome) {
        return new Tried(item, outcome, Duration.ZERO);
    }

    /// Attempts that end when the test says so.
    private static final class Desk implements Delivery.Sender {
        final List<Item> sent = new ArrayList<>();
        private final Map<Item, CompletableFuture<Tried>> open = new HashMap<>();

        @Override
        public CompletableFuture<Tried> send(Item item) {
            sent.add(item);
            return open.computeIfAbsent(item, _ -> new CompletableFuture<>());
        }

        void land(Item item, Outcome outcome) {
            var _ = open.getOrDefault(item, new CompletableFuture<>()).complete(tried(item, outcome));
        }

        void landAll(Outcome outcome) {
            List.copyOf(open.keySet()).forEach(item -> land(item, outcome));
        }

        long underWay() {
            return open.values().stream().filter(one -> !one.isDone()).count();
        }
    }
}
