package dev.onceward.relay.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.relay.window.OpenWindow;
import dev.onceward.relay.window.Page;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.relay.window.ReadWindows;
import dev.onceward.relay.window.Window;

/// Reads what comes next in the log, for the shards that are furthest back.
public final class ReadLog {
    /// Enough that whoever lags by a few windows goes the same way as those ahead did.
    private static final int KNOWN = 64;

    private final OpenWindow openWindow;
    private final ReadWindows readWindows;
    private final EventFilter eventFilter;
    private final HeldShards heldShards;
    private final int pageEvents;
    private final Deque<Edge> known = new ArrayDeque<>();

    public ReadLog(OpenWindow openWindow, ReadWindows readWindows, EventFilter eventFilter, HeldShards heldShards,
            int pageEvents) {
        this.openWindow = openWindow;
        this.readWindows = readWindows;
        this.eventFilter = eventFilter;
        this.heldShards = heldShards;
        this.pageEvents = pageEvents;
    }

    public Uni<PageRead> page(int most) {
        var readPosition = heldShards.furthestBack();
        return readPosition.rest().map(rest -> Uni.createFrom().item(rest)).orElseGet(() -> open(readPosition))
                .onItem()
                .transformToUni(
                        window -> readWindows.page(window, heldShards.shardsAt(readPosition), eventFilter, most))
                .onItem().invoke(this::check)
                .map(page -> new PageRead(readPosition, page));
    }

    /// After a crash of the server a page may lack an event that it should begin with. Settled it would not be, but an
    /// event that comes later in the order of its key would be delivered first.
    private void check(Page page) {
        var incarnation = page.incarnation();
        if (incarnation != null && !heldShards.areFrom(incarnation)) {
            throw new IllegalStateException("PostgreSQL restarted or failed over since the leases were taken");
        }
    }

    /// Stands behind the page from now on.
    ///
    /// @return whether that is any further
    public boolean pass(PageRead pageRead) {
        var to = pageRead.page().place();
        if (to.to() == null) {
            known.addLast(pageRead.from().from());
            if (known.size() > KNOWN) {
                var _ = known.removeFirst();
            }
        }
        heldShards.move(pageRead.from(), to);
        return !to.equals(pageRead.from());
    }

    public void startOver() {
        known.clear();
    }

    private Uni<Window> open(ReadPosition readPosition) {
        return openWindow.after(readPosition.from(), List.copyOf(known), pageEvents).map(heldShards::meeting);
    }
}
