package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.pace.SerialLoop;
import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.window.EventToDeliver;

/// Delivers one page: many queues of events at a time, the events of a queue one after the other. A queue ends with its
/// first failure. The page ends when every event was tried or its time is over; attempts under way then continue, and
/// no other attempt begins.
public final class DeliverPage {

    /// Attempts to deliver one event, and always completes.
    public interface SendEvent {
        CompletableFuture<Tried> send(EventToDeliver eventToDeliver);
    }

    private final SendEvent sender;
    private final BooleanSupplier mayGoOn;
    private final int concurrency;
    private final Deque<Deque<EventToDeliver>> ready = new ArrayDeque<>();
    private final IdentityHashMap<EventToDeliver, SentEvent> underWay = new IdentityHashMap<>();
    private final List<DeliveryResult> results = new ArrayList<>();
    private final CompletableFuture<List<DeliveryResult>> end = new CompletableFuture<>();
    /// An attempt may end before the call that begins it returns. Without this loop, a page of such attempts would nest
    /// as many calls.
    private final SerialLoop sending = new SerialLoop(this::sendAll);

    /// @param mayGoOn tells before each attempt whether it may begin
    public DeliverPage(SendEvent sender, BooleanSupplier mayGoOn, int concurrency) {
        this.sender = sender;
        this.mayGoOn = mayGoOn;
        this.concurrency = concurrency;
    }

    /// @param behind the events of its queue that are not sent yet
    /// @param lateEnd receives the result of an attempt that ends after the page
    private record SentEvent(Deque<EventToDeliver> behind, CompletableFuture<Tried> lateEnd) {}

    /// @return the result of each event, those of a queue in its order
    public Uni<List<DeliveryResult>> run(Collection<List<EventToDeliver>> lines, Duration time) {
        lines.forEach(line -> ready.add(new ArrayDeque<>(line)));
        sending.call();
        return end.isDone()
                ? Uni.createFrom().item(end.join())
                : Uni.createFrom().completionStage(end::copy).ifNoItem().after(time).recoverWithItem(this::close);
    }

    private void sendAll() {
        for (var eventToDeliver = next(); eventToDeliver != null; eventToDeliver = next()) {
            var _ = sender.send(eventToDeliver).thenAccept(this::ended);
        }
    }

    private synchronized @Nullable EventToDeliver next() {
        if (end.isDone() || underWay.size() >= concurrency) {
            return null;
        }
        if (ready.isEmpty() || !mayGoOn.getAsBoolean()) {
            leaveRest();
            return null;
        }
        var line = ready.remove();
        var eventToDeliver = line.remove();
        underWay.put(eventToDeliver, new SentEvent(line, new CompletableFuture<>()));
        return eventToDeliver;
    }

    private void leaveRest() {
        ready.forEach(this::leave);
        ready.clear();
        if (underWay.isEmpty()) {
            var _ = end.complete(results);
        }
    }

    private void ended(Tried tried) {
        take(tried).ifPresentOrElse(lateEnd -> lateEnd.complete(tried), sending::call);
    }

    /// @return who receives the result, if the page is over
    private synchronized Optional<CompletableFuture<Tried>> take(Tried tried) {
        var sentEvent = Objects.requireNonNull(underWay.remove(tried.item()));
        if (end.isDone()) {
            return Optional.of(sentEvent.lateEnd());
        }
        results.add(tried);
        if (!(tried.outcome() instanceof Delivered)) {
            leave(sentEvent.behind());
        } else if (!sentEvent.behind().isEmpty()) {
            ready.addFirst(sentEvent.behind());
        }
        return Optional.empty();
    }

    private void leave(Deque<EventToDeliver> line) {
        line.forEach(eventToDeliver -> results.add(new NotTried(eventToDeliver)));
    }

    private synchronized List<DeliveryResult> close() {
        if (!end.isDone()) {
            underWay.forEach(this::leaveUnderWay);
            ready.forEach(this::leave);
            var _ = end.complete(results);
        }
        return end.join();
    }

    private void leaveUnderWay(EventToDeliver eventToDeliver, SentEvent sentEvent) {
        results.add(new StillUnderWay(eventToDeliver, sentEvent.lateEnd()));
        leave(sentEvent.behind());
    }
}
