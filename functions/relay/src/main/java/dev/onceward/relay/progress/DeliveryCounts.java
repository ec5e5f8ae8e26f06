package dev.onceward.relay.progress;

/// The results of deliveries, as numbers.
public record DeliveryCounts(int delivered, int parked, int dead) {
    static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0);

    DeliveryCounts plus(DeliveryCounts more) {
        return new DeliveryCounts(delivered + more.delivered, parked + more.parked, dead + more.dead);
    }

    public DeliveryCounts since(DeliveryCounts then) {
        return new DeliveryCounts(delivered - then.delivered, parked - then.parked, dead - then.dead);
    }
}
