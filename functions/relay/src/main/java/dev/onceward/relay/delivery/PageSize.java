package dev.onceward.relay.delivery;

import java.util.List;

import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;

/// Adapts the size of a page to about as many events as the receiver accepts in a page's time. The rest of a longer
/// page would be parked, so that a backlog would move from the log to a table in which each event costs rows.
public final class PageSize {
    private static final int BEGIN = 4;
    private static final double ENOUGH = 0.9;

    private final int concurrency;
    private final int most;
    private int events;

    /// @param most the largest size of a page
    public PageSize(int concurrency, int most) {
        this.concurrency = concurrency;
        this.most = most;
        this.events = Math.min(most, concurrency * BEGIN);
    }

    /// @param free how many attempts may begin at a time
    public int page(int free) {
        return Math.clamp((long) events * free / concurrency, 1, most);
    }

    /// Adapts the size after a page: it shrinks if the time ended while many events had not been tried, otherwise it
    /// grows a little.
    public void learn(List<DeliveryResult> results) {
        var tried = results.stream().filter(Tried.class::isInstance).count();
        if (results.stream().anyMatch(StillUnderWay.class::isInstance) && tried < results.size() * ENOUGH) {
            events = Math.clamp(tried, Math.min(concurrency, events), events);
        } else if (!results.isEmpty()) {
            events = Math.min(most, events + events / 4 + 1);
        }
    }
}
