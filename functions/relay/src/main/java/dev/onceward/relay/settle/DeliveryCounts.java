package dev.onceward.relay.settle;

/// What came of attempts, in numbers.
public record DeliveryCounts(int delivered, int parked, int dead) {
    static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0);

    DeliveryCounts plus(PlanSettlement planSettlement) {
        return new DeliveryCounts(delivered + planSettlement.delivered(), parked + planSettlement.parked(),
                dead + planSettlement.dead());
    }

    public DeliveryCounts since(DeliveryCounts then) {
        return new DeliveryCounts(delivered - then.delivered, parked - then.parked, dead - then.dead);
    }
}
