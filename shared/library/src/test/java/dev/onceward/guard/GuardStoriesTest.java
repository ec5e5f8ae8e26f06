package dev.onceward.guard;

import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// What happens to people who use a guard, and what it does for them. Each call may reach another replica.
@OnServers
@ParameterizedClass
@EnumSource(TestedStore.class)
class GuardStoriesTest {
    private static final LocalDate WEDNESDAY = LocalDate.of(2026, 11, 18);

    private final Guard guard;
    private final Guard otherGuard;
    private final AtomicInteger effects = new AtomicInteger();

    private record ShopOrder(String customer, int cents) {}

    GuardStoriesTest(TestedStore store) {
        this.guard = Guards.guard(store);
        this.otherGuard = Guards.otherGuard(store);
    }

    @Test
    void the_double_click_charges_the_card_once() {
        var bank = new CompletableFuture<Integer>();
        var begun = new CountDownLatch(1);
        var pay = guard.make(Operation.named("payment"), Integer.class, (ShopOrder _) -> {
            begun.countDown();
            return Uni.createFrom().completionStage(bank).onItem().invoke(effects::incrementAndGet);
        });
        var otherPay = otherGuard.make(Operation.named("payment"), Integer.class, (ShopOrder _) -> charge());
        var order = new ShopOrder("anna", 1200);
        var firstClick = pay.runFor("anna", "order-1", order).subscribeAsCompletionStage();
        Guards.await(begun);
        assertThat(await(otherPay.runFor("anna", "order-1", order))).isInstanceOf(InFlight.class);
        var _ = bank.complete(7);
        assertThat(firstClick.join()).isEqualTo(new Completed<>(7));
        assertThat(await(otherPay.runFor("anna", "order-1", order))).isEqualTo(new Replayed<>(7));
        assertThat(effects).hasValue(1);
    }

    /// The client gives up before the answer comes, and then retries five times.
    @Test
    void the_retry_storm_of_five_books_one_flight() {
        var booking = new CompletableFuture<Integer>();
        var begun = new CountDownLatch(1);
        var operation = Operation.named("booking");
        var request = GuardedRequest.of("trip-1", "ZRH-LIS").by("bert");
        var client = guard.once(operation, request, Integer.class, () -> {
            begun.countDown();
            return Uni.createFrom().completionStage(booking).onItem().invoke(effects::incrementAndGet);
        }).subscribeAsCompletionStage();
        Guards.await(begun);
        client.cancel(true);
        var storm = IntStream.range(0, 5)
                .mapToObj(n -> (n % 2 == 0 ? guard : otherGuard)
                        .once(operation, request, Integer.class, this::charge).subscribeAsCompletionStage())
                .toList();
        assertThat(storm).allSatisfy(retry -> assertThat(retry.join()).isInstanceOf(InFlight.class));
        var _ = booking.complete(7);
        IntStream.range(0, 5).forEach(_ -> assertThat(Eventually.value(
                () -> await(otherGuard.once(operation, request, Integer.class, this::charge)),
                result -> !(result instanceof InFlight))).isEqualTo(new Replayed<>(7)));
        assertThat(effects).hasValue(1);
    }

    /// The sender of the webhook does not wait as long as the operation takes, and sends it anew.
    @Test
    void the_webhook_that_comes_three_times_in_thirty_seconds_ships_one_parcel() {
        var operation = Operation.named("shipping").withLease(Duration.ofSeconds(30));
        var webhook = GuardedRequest.of("evt_1", "{\"type\": \"invoice.paid\"}").by("stripe");
        var answers = IntStream.range(0, 3)
                .mapToObj(n -> await((n % 2 == 0 ? guard : otherGuard).once(operation, webhook, Integer.class,
                        this::charge)));
        assertThat(answers).containsExactly(new Completed<>(1), new Replayed<>(1), new Replayed<>(1));
        assertThat(effects).hasValue(1);
    }

    @Test
    void the_cron_job_that_overlaps_itself_sends_one_report_a_day() {
        var operation = Operation.named("send-email");
        var report = GuardedRequest.of("daily-report");
        var sending = new CompletableFuture<Integer>();
        var nightly = Guards.start(guard, operation, report.during(WEDNESDAY), Integer.class,
                () -> Uni.createFrom().completionStage(sending).onItem().invoke(effects::incrementAndGet));
        assertThat(send(operation, report.during(WEDNESDAY))).isInstanceOf(InFlight.class);
        var _ = sending.complete(7);
        assertThat(nightly.join()).isEqualTo(new Completed<>(7));
        assertThat(send(operation, report.during(WEDNESDAY))).isEqualTo(new Replayed<>(7));
        assertThat(send(operation, report.during(WEDNESDAY.plusDays(1)))).isEqualTo(new Completed<>(2));
        assertThat(effects).hasValue(2);
    }

    private GuardResult<Integer> send(Operation operation, GuardedRequest request) {
        return await(otherGuard.once(operation, request, Integer.class, this::charge));
    }

    private Uni<Integer> charge() {
        return Uni.createFrom().item(effects::incrementAndGet);
    }
}
