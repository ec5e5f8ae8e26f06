package dev.onceward.relay.delivery;

import java.util.List;

import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;

/// How many events a page can have: about as many as its receiver takes in a page's time. With more, the rest of each
/// page would be parked, and a backlog would move from the log to where each event costs rows.
public final class PageSize {
    private static final int BEGIN = 4;
    private static final double ENOUGH = 0.9;

    private final int concurrency;
    private final int most;
    private int events;

    /// @param most the longest page
    public PageSize(int concurrency, int most) {
        this.concurrency = concurrency;
        this.most = most;
        this.events = Math.min(most, concurrency * BEGIN);
    }

    /// @param free how many attempts may begin at a time
    public int page(int free) {
        return Math.clamp((long) events * free / concurrency, 1, most);
    }

    /// Learns from a page: less fits if time was over when much of it had not been tried, else a little more may.
    public void learn(List<DeliveryResult> results) {
        var tried = results.stream().filter(Tried.class::isInstance).count();
        if (results.stream().anyMatch(StillUnderWay.class::isInstance) && tried < results.size() * ENOUGH) {
            events = Math.clamp(tried, Math.min(concurrency, events), events);
        } else if (!results.isEmpty()) {
            events = Math.min(most, events + events / 4 + 1);
        }
    }
}
