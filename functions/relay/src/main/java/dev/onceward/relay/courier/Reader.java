package dev.onceward.relay.courier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.smallrye.mutiny.Uni;

import dev.onceward.window.Edge;
import dev.onceward.window.Page;
import dev.onceward.window.Place;
import dev.onceward.window.Wanted;
import dev.onceward.window.Window;
import dev.onceward.window.Windows;

/// Reads what comes next in the log, for the shards that are furthest back.
final class Reader {
    /// Enough that whoever lags by a few windows goes the same way as those ahead did.
    private static final int KNOWN = 64;

    private final Windows windows;
    private final Wanted wanted;
    private final Holdings holdings;
    private final int pageEvents;
    private final Deque<Edge> known = new ArrayDeque<>();

    Reader(Windows windows, Wanted wanted, Holdings holdings, int pageEvents) {
        this.windows = windows;
        this.wanted = wanted;
        this.holdings = holdings;
        this.pageEvents = pageEvents;
    }

    Uni<Reading> page(int most) {
        var place = holdings.hindmost();
        return place.rest().map(rest -> Uni.createFrom().item(rest)).orElseGet(() -> open(place))
                .onItem().transformToUni(window -> windows.page(window, holdings.shardsAt(place), wanted, most))
                .onItem().invoke(this::check)
                .map(page -> new Reading(place, page));
    }

    /// After a crash of the server a page may lack an event that it should begin with. Settled it would not be, but an event
    /// that comes later in the order of its key would be delivered first.
    private void check(Page page) {
        var incarnation = page.incarnation();
        if (incarnation != null && !holdings.areFrom(incarnation)) {
            throw new IllegalStateException("PostgreSQL restarted or failed over since the leases were taken");
        }
    }

    /// Stands behind the page from now on.
    ///
    /// @return whether that is any further
    boolean pass(Reading reading) {
        var to = reading.page().place();
        if (to.to() == null) {
            known.addLast(reading.from().from());
            if (known.size() > KNOWN) {
                var _ = known.removeFirst();
            }
        }
        holdings.move(reading.from(), to);
        return !to.equals(reading.from());
    }

    void startOver() {
        known.clear();
    }

    private Uni<Window> open(Place place) {
        return windows.open(place.from(), List.copyOf(known), pageEvents).map(holdings::meeting);
    }
}
