package dev.onceward.internal.guard.model;

import org.jspecify.annotations.Nullable;

/// What the guard promises for one key, in terms of what its callers see. The model is checked against it, so that a mistake
/// in the model is found that the guard has as well.
final class Guarantees {
    private final boolean hold;
    private @Nullable ModelOfCall leased;
    private @Nullable ModelOfCall last;
    private @Nullable String kept;
    private boolean isAbandonedOrRuns;

    Guarantees(boolean hold) {
        this.hold = hold;
    }

    void granted(ModelOfCall call) {
        holds(leased == null, "no run begins while another has a lease");
        holds(kept == null, "no run begins after one has completed");
        holds(!(hold && isAbandonedOrRuns), "no run begins after one was abandoned");
        leased = call;
        last = call;
        isAbandonedOrRuns = true;
    }

    void renewed(ModelOfCall call) {
        holds(last == call && kept == null, "only the last run renews its lease, before it ends");
        leased = call;
    }

    void kept(ModelOfCall call, String answer) {
        ended(call);
        kept = answer;
    }

    void released(ModelOfCall call) {
        ended(call);
    }

    private void ended(ModelOfCall call) {
        holds(last == call && kept == null, "only the last run ends, and once");
        leased = null;
        isAbandonedOrRuns = false;
    }

    void replayed(String answer) {
        holds(answer.equals(kept), "a replay is what was kept");
    }

    void leaseEnded() {
        leased = null;
    }

    void retentionEnded() {
        kept = null;
    }

    private static void holds(boolean condition, String guarantee) {
        if (!condition) {
            throw new AssertionError("the model breaks a guarantee: " + guarantee);
        }
    }
}
