package dev.onceward.relay.courier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;
import dev.onceward.sql.Rebase;
import dev.onceward.window.Edge;

import static dev.onceward.relay.courier.Bookshop.await;
import static dev.onceward.relay.courier.Bookshop.books;
import static dev.onceward.relay.courier.Bookshop.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A log is taken out of a cluster that has given out many transaction ids, and put into one that has given out few.
class RestoredLogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String WHY = "SELECT paused_by || ': ' || why FROM onceward.subscription WHERE name = 'books'";

    private static final Backends OLD = Backends.temporary();
    private static final Backends FRESH = Backends.temporary();

    private final LogServer old = LogServer.in(OLD);
    private final LogServer fresh = LogServer.in(FRESH);
    private final Receiver receiver = new Receiver();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private List<UUID> delivered = List.of();
    private List<UUID> undelivered = List.of();

    @AfterEach
    void close() {
        old.close();
        fresh.close();
    }

    @ParameterizedTest
    @EnumSource
    void until_it_is_rebased_the_subscription_is_paused_and_a_metric_shows_it(Restore restore) {
        restore(restore);
        var courier = fresh.courier(books(), receiver, registry);
        var _ = await(courier.round());
        assertThat(courier.isPaused()).isTrue();
        assertThat(fresh.ask(WHY)).startsWith("restore: ").contains("run the command rebase");
        assertThat(registry.get("onceward.relay.restored").gauge().value()).isEqualTo(1);
        assertThat(receiver.received()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_operator_cannot_resume_it_before_it_is_rebased(Restore restore) {
        restore(restore);
        var _ = await(fresh.courier(books(), receiver, registry).round());
        var _ = await(fresh.stores().operations().resume("books", "ann"));
        var _ = await(fresh.courier(books(), receiver, registry).round());
        assertThat(fresh.ask(WHY)).startsWith("restore: ");
        assertThat(receiver.received()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_cursor_cannot_be_moved_to_now_before_it_is_rebased(Restore restore) {
        restore(restore);
        assertThatThrownBy(() -> await(fresh.stores().operations().moveToNow("books", "ann")))
                .hasMessageContaining("run the command rebase");
    }

    /// Also once the cluster has given out as many transaction ids as were restored, when their numbers tell nothing any more.
    @ParameterizedTest
    @EnumSource
    void after_it_is_rebased_what_was_unread_and_what_was_appended_meanwhile_is_delivered(Restore restore) {
        restore(restore);
        var expected = new ArrayList<>(undelivered);
        expected.addAll(fresh.append(3));
        fresh.tick();
        fresh.useTransactions(20_000);
        expected.addAll(fresh.append(3));
        rebase();
        expected.addAll(fresh.append(3));
        deliver(fresh.courier(books(), receiver, registry), expected.size());
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(expected)
                .doesNotContainAnyElementsOf(delivered);
        assertThat(registry.get("onceward.relay.restored").gauge().value()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void after_it_is_rebased_a_cursor_that_is_moved_back_sees_all_that_was_restored(Restore restore) {
        restore(restore);
        rebase();
        var courier = fresh.courier(books(), receiver, registry);
        deliver(courier, undelivered.size());
        var _ = await(courier.end());
        var _ = await(fresh.stores().operations().move("books", "ann", "earliest", Edge.EARLIEST));
        deliver(fresh.courier(books(), receiver, registry), delivered.size() + 2 * undelivered.size());
        assertThat(receiver.received()).containsAll(delivered).containsAll(undelivered);
    }

    @ParameterizedTest
    @EnumSource
    void after_it_is_rebased_a_cursor_that_is_moved_to_now_sees_what_comes_after(Restore restore) {
        restore(restore);
        rebase();
        var _ = await(fresh.stores().operations().moveToNow("books", "ann"));
        var courier = fresh.courier(books(), receiver, registry);
        var _ = drain(courier);
        var next = fresh.append(2);
        deliver(courier, 2);
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(next);
    }

    @Test
    void a_log_that_was_not_restored_is_not_rebased() {
        Migrate.run(old.url());
        assertThat(Rebase.run(old.url())).contains("nothing to rebase");
    }

    private void rebase() {
        assertThat(Rebase.run(fresh.url())).contains("was rebased");
    }

    /// Some events are delivered and some are not, each behind a tick.
    private void restore(Restore restore) {
        Migrate.run(old.url());
        old.useTransactions(Math.max(0, fresh.upcoming() + 5000 - old.upcoming()));
        delivered = old.append(5);
        old.tick();
        var receiver = new Receiver();
        var courier = old.courier(books(), receiver, new SimpleMeterRegistry());
        deliver(courier, receiver, delivered.size());
        var _ = await(courier.end());
        undelivered = old.append(5);
        old.tick();
        restore.copy(old, fresh);
    }

    private void deliver(Courier courier, int events) {
        deliver(courier, receiver, events);
    }

    private static void deliver(Courier courier, Receiver receiver, int events) {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (receiver.received().size() < events && System.nanoTime() < deadline) {
            var _ = await(courier.round().onFailure().recoverWithNull());
            LockSupport.parkNanos(5_000_000);
        }
        var _ = drain(courier);
    }
}
