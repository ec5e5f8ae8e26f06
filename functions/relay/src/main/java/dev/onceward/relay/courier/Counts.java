package dev.onceward.relay.courier;

/// What came of attempts, in numbers.
record Counts(int delivered, int parked, int dead) {
    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(Judgement judgement) {
        return new Counts(delivered + judgement.delivered(), parked + judgement.parked(), dead + judgement.dead());
    }

    Counts since(Counts then) {
        return new Counts(delivered - then.delivered, parked - then.parked, dead - then.dead);
    }
}
