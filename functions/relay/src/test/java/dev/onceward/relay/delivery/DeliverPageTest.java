package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

class DeliverPageTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final OpenAttempts attempts = new OpenAttempts();

    @Test
    void the_events_of_one_sequence_are_sent_one_after_the_other() {
        var line = items(3);
        var results = begin(10, List.of(line));
        assertThat(attempts.sent).containsExactly(line.get(0));
        attempts.end(line.get(0), TAKEN);
        assertThat(attempts.sent).containsExactly(line.get(0), line.get(1));
        attempts.end(line.get(1), TAKEN);
        attempts.end(line.get(2), TAKEN);
        assertThat(results.join()).extracting(DeliveryResult::item).containsExactlyElementsOf(line);
    }

    @Test
    void a_failed_event_stops_its_sequence_and_no_other_sequence() {
        var line = items(3);
        var other = items(2);
        var results = begin(10, List.of(line, other));
        attempts.end(line.get(0), NO);
        attempts.end(other.get(0), TAKEN);
        attempts.end(other.get(1), TAKEN);
        assertThat(results.join()).filteredOn(NotTried.class::isInstance).extracting(DeliveryResult::item)
                .containsExactly(line.get(1), line.get(2));
        assertThat(attempts.sent).containsExactly(line.get(0), other.get(0), other.get(1));
    }

    @Test
    void no_more_attempts_are_under_way_than_the_concurrency_allows() {
        var lines = IntStream.range(0, 10).mapToObj(_ -> items(1)).toList();
        var results = begin(3, lines);
        assertThat(attempts.sent).hasSize(3);
        attempts.end(lines.get(1).getFirst(), TAKEN);
        assertThat(attempts.sent).hasSize(4);
        while (!results.isDone()) {
            assertThat(attempts.underWay()).isLessThanOrEqualTo(3);
            attempts.endAll(TAKEN);
        }
        assertThat(results.join()).hasSize(10).allMatch(Tried.class::isInstance);
    }

    @Test
    void when_the_page_time_is_over_open_attempts_are_still_under_way_and_other_events_not_tried() {
        var line = items(2);
        var waiting = items(1);
        var results = run(1, SHORT, List.of(line, waiting)).join();
        assertThat(results).hasSize(3).contains(new NotTried(line.get(1)), new NotTried(waiting.get(0)));
        assertThat(underWay(results)).extracting(StillUnderWay::item).containsExactly(line.get(0));
        assertThat(underWay(results).getFirst().end()).isNotDone();
    }

    @Test
    void an_attempt_that_ends_after_its_page_is_reported_and_begins_no_other_attempt() {
        var line = items(2);
        var late = underWay(run(1, SHORT, List.of(line)).join()).getFirst().end();
        attempts.end(line.get(0), TAKEN);
        assertThat(late).isCompletedWithValue(tried(line.get(0), TAKEN));
        assertThat(attempts.sent).hasSize(1);
    }

    @Test
    void no_attempt_begins_once_the_page_may_not_go_on() {
        var may = new AtomicInteger(2);
        var lines = IntStream.range(0, 5).mapToObj(_ -> items(1)).toList();
        var results = new DeliverPage(attempts, () -> may.getAndDecrement() > 0, 10)
                .run(new ArrayList<>(lines), LONG).subscribeAsCompletionStage();
        assertThat(attempts.sent).hasSize(2);
        attempts.endAll(TAKEN);
        assertThat(results.join()).filteredOn(NotTried.class::isInstance).hasSize(3);
    }

    @Test
    void an_empty_page_ends_at_once() {
        assertThat(begin(1, List.of(List.of()))).isCompletedWithValue(List.of());
    }

    /// Each attempt is over before it has begun, as with a receiver of this process.
    @Test
    void a_hundred_thousand_attempts_that_end_at_once_do_not_overflow_the_stack() {
        var lines = new ArrayList<List<EventToDeliver>>();
        lines.add(items(50_000));
        IntStream.range(0, 50_000).forEach(_ -> lines.add(items(1)));
        var results = new DeliverPage(eventToDeliver -> CompletableFuture.completedFuture(tried(eventToDeliver, TAKEN)),
                () -> true, 4).run(lines, LONG).subscribeAsCompletionStage();
        assertThat(results.join()).hasSize(100_000);
    }

    @Test
    void every_event_has_exactly_one_result_when_attempts_end_on_many_threads_as_the_page_ends() {
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var round = 0; round < 100; round++) {
                var lines = IntStream.range(0, 50).mapToObj(_ -> items(4)).toList();
                var ended = new AtomicInteger();
                var begun = new AtomicInteger();
                DeliverPage.SendEvent sender = eventToDeliver -> {
                    begun.incrementAndGet();
                    var attemptOutcome = ThreadLocalRandom.current().nextInt(10) == 0 ? NO : TAKEN;
                    return CompletableFuture.supplyAsync(() -> tried(eventToDeliver, attemptOutcome), threads)
                            .whenComplete((_, _) -> ended.incrementAndGet());
                };
                var results = new DeliverPage(sender, () -> true, 16)
                        .run(new ArrayList<>(lines), Duration.ofMillis(1)).subscribeAsCompletionStage().join();
                assertThat(results).hasSize(200).extracting(DeliveryResult::item).doesNotHaveDuplicates();
                assertThat(underWay(results))
                        .allSatisfy(one -> assertThat(one.end().join().item()).isSameAs(one.item()));
                Eventually.holds(() -> ended.get() == begun.get());
            }
        }
    }

    private CompletableFuture<List<DeliveryResult>> begin(int concurrency, Collection<List<EventToDeliver>> lines) {
        return run(concurrency, LONG, lines);
    }

    private CompletableFuture<List<DeliveryResult>> run(int concurrency, Duration time,
            Collection<List<EventToDeliver>> lines) {
        return new DeliverPage(attempts, () -> true, concurrency)
                .run(lines.stream().filter(line -> !line.isEmpty()).toList(), time).subscribeAsCompletionStage();
    }

    private static List<StillUnderWay> underWay(List<DeliveryResult> results) {
        return results.stream().filter(StillUnderWay.class::isInstance).map(StillUnderWay.class::cast).toList();
    }

    private static List<EventToDeliver> items(int many) {
        return IntStream.range(0, many).mapToObj(_ -> SampleDeliveries.item("k")).toList();
    }

    private static Tried tried(EventToDeliver eventToDeliver, AttemptOutcome attemptOutcome) {
        return new Tried(eventToDeliver, attemptOutcome, Duration.ZERO);
    }

    /// Attempts that end when the test says so.
    private static final class OpenAttempts implements DeliverPage.SendEvent {
        final List<EventToDeliver> sent = new ArrayList<>();
        private final Map<EventToDeliver, CompletableFuture<Tried>> open = new HashMap<>();

        @Override
        public CompletableFuture<Tried> send(EventToDeliver eventToDeliver) {
            sent.add(eventToDeliver);
            return open.computeIfAbsent(eventToDeliver, _ -> new CompletableFuture<>());
        }

        void end(EventToDeliver eventToDeliver, AttemptOutcome attemptOutcome) {
            var _ = open.getOrDefault(eventToDeliver, new CompletableFuture<>())
                    .complete(tried(eventToDeliver, attemptOutcome));
        }

        void endAll(AttemptOutcome attemptOutcome) {
            List.copyOf(open.keySet()).forEach(eventToDeliver -> end(eventToDeliver, attemptOutcome));
        }

        long underWay() {
            return open.values().stream().filter(one -> !one.isDone()).count();
        }
    }
}
