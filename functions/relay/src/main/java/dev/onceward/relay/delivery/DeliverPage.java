package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.window.EventToDeliver;

/// One page on its way: many lines of items at a time, the items of a line one after the other, and a line ends with the
/// first that fails. The page ends when all is tried or when its time is over; what is under way then goes on, and
/// tells its end to `late`.
public final class DeliverPage {

    /// One attempt. It ends, whatever happens.
    public interface SendEvent {
        CompletableFuture<Tried> send(EventToDeliver eventToDeliver);
    }

    private final SendEvent sender;
    private final BooleanSupplier mayGoOn;
    private final Consumer<Tried> late;
    private final int concurrency;
    private final Deque<Deque<EventToDeliver>> ready = new ArrayDeque<>();
    private final IdentityHashMap<EventToDeliver, Deque<EventToDeliver>> flying = new IdentityHashMap<>();
    private final List<DeliveryResult> results = new ArrayList<>();
    private final CompletableFuture<List<DeliveryResult>> end = new CompletableFuture<>();
    private final AtomicInteger turns = new AtomicInteger();

    /// @param mayGoOn is asked before each attempt
    public DeliverPage(SendEvent sender, BooleanSupplier mayGoOn, Consumer<Tried> late, int concurrency) {
        this.sender = sender;
        this.mayGoOn = mayGoOn;
        this.late = late;
        this.concurrency = concurrency;
    }

    /// @return the result of each item, those of a line in its order
    public Uni<List<DeliveryResult>> run(Collection<List<EventToDeliver>> lines, Duration time) {
        lines.forEach(line -> ready.add(new ArrayDeque<>(line)));
        go();
        return end.isDone()
                ? Uni.createFrom().item(end.join())
                : Uni.createFrom().completionStage(end::copy).ifNoItem().after(time).recoverWithItem(this::close);
    }

    /// Whoever comes while somebody is at it leaves the work to them: an attempt may end before it is begun, and a page
    /// of those would be as many calls deep.
    private void go() {
        if (turns.getAndIncrement() > 0) {
            return;
        }
        var seen = 1;
        while (seen > 0) {
            for (var eventToDeliver = next(); eventToDeliver != null; eventToDeliver = next()) {
                var begun = eventToDeliver;
                var _ = sender.send(begun).thenAccept(this::ended);
            }
            seen = turns.addAndGet(-seen);
        }
    }

    private synchronized @Nullable EventToDeliver next() {
        if (end.isDone() || flying.size() >= concurrency) {
            return null;
        }
        if (ready.isEmpty() || !mayGoOn.getAsBoolean()) {
            ready.forEach(this::leave);
            ready.clear();
            if (flying.isEmpty()) {
                var _ = end.complete(results);
            }
            return null;
        }
        var line = ready.remove();
        var eventToDeliver = line.remove();
        flying.put(eventToDeliver, line);
        return eventToDeliver;
    }

    private void ended(Tried tried) {
        if (settles(tried)) {
            go();
        } else {
            late.accept(tried);
        }
    }

    private synchronized boolean settles(Tried tried) {
        var line = flying.remove(tried.item());
        if (end.isDone() || line == null) {
            return false;
        }
        results.add(tried);
        if (!(tried.outcome() instanceof Delivered)) {
            leave(line);
        } else if (!line.isEmpty()) {
            ready.addFirst(line);
        }
        return true;
    }

    private void leave(Deque<EventToDeliver> line) {
        line.forEach(eventToDeliver -> results.add(new NotTried(eventToDeliver)));
    }

    private synchronized List<DeliveryResult> close() {
        if (!end.isDone()) {
            flying.forEach((eventToDeliver, line) -> {
                results.add(new StillUnderWay(eventToDeliver));
                leave(line);
            });
            ready.forEach(this::leave);
            var _ = end.complete(results);
        }
        return end.join();
    }
}
