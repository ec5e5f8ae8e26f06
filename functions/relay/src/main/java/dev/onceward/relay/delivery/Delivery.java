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

import dev.onceward.relay.delivery.Fate.Flying;
import dev.onceward.relay.delivery.Fate.Left;
import dev.onceward.relay.delivery.Fate.Tried;
import dev.onceward.relay.sink.Outcome.Delivered;

/// One page on its way: many lines of items at a time, the items of a line one after the other, and a line ends with the
/// first that fails. The page ends when all is tried or when its time is over; what is under way then goes on, and
/// tells its end to `late`.
public final class Delivery {

    /// One attempt. It ends, whatever happens.
    public interface Sender {
        CompletableFuture<Tried> send(Item item);
    }

    private final Sender sender;
    private final BooleanSupplier mayGoOn;
    private final Consumer<Tried> late;
    private final int concurrency;
    private final Deque<Deque<Item>> ready = new ArrayDeque<>();
    private final IdentityHashMap<Item, Deque<Item>> flying = new IdentityHashMap<>();
    private final List<Fate> fates = new ArrayList<>();
    private final CompletableFuture<List<Fate>> end = new CompletableFuture<>();
    private final AtomicInteger turns = new AtomicInteger();

    /// @param mayGoOn is asked before each attempt
    public Delivery(Sender sender, BooleanSupplier mayGoOn, Consumer<Tried> late, int concurrency) {
        this.sender = sender;
        this.mayGoOn = mayGoOn;
        this.late = late;
        this.concurrency = concurrency;
    }

    /// @return the fate of each item, those of a line in its order
    public Uni<List<Fate>> run(Collection<List<Item>> lines, Duration time) {
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
            for (var item = next(); item != null; item = next()) {
                var begun = item;
                var _ = sender.send(begun).thenAccept(this::landed);
            }
            seen = turns.addAndGet(-seen);
        }
    }

    private synchronized @Nullable Item next() {
        if (end.isDone() || flying.size() >= concurrency) {
            return null;
        }
        if (ready.isEmpty() || !mayGoOn.getAsBoolean()) {
            ready.forEach(this::leave);
            ready.clear();
            if (flying.isEmpty()) {
                var _ = end.complete(fates);
            }
            return null;
        }
        var line = ready.remove();
        var item = line.remove();
        flying.put(item, line);
        return item;
    }

    private void landed(Tried tried) {
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
        fates.add(tried);
        if (!(tried.outcome() instanceof Delivered)) {
            leave(line);
        } else if (!line.isEmpty()) {
            ready.addFirst(line);
        }
        return true;
    }

    private void leave(Deque<Item> line) {
        line.forEach(item -> fates.add(new Left(item)));
    }

    private synchronized List<Fate> close() {
        if (!end.isDone()) {
            flying.forEach((item, line) -> {
                fates.add(new Flying(item));
                leave(line);
            });
            ready.forEach(this::leave);
            var _ = end.complete(fates);
        }
        return end.join();
    }
}
