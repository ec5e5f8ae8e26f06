package dev.onceward.relay.courier;

/// What came of attempts, in numbers.
record DeliveryCounts(int delivered, int parked, int dead) {
    static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0);

    DeliveryCounts plus(PlanSettlement planSettlement) {
        return new DeliveryCounts(delivered + planSettlement.delivered(), parked + planSettlement.parked(),
                dead + planSettlement.dead());
    }

    DeliveryCounts since(DeliveryCounts then) {
        return new DeliveryCounts(delivered - then.delivered, parked - then.parked, dead - then.dead);
    }
}
