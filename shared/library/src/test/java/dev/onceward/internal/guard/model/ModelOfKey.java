package dev.onceward.internal.guard.model;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/// What PostgreSQL and Redis have of one key, and what they answer. Each method is one statement or one script.
final class ModelOfKey {
    enum State {
        ABSENT,
        PENDING,
        PROCESSING,
        COMPLETED,
        FAILED,
        HELD;

        boolean hasText() {
            return this == COMPLETED || this == FAILED;
        }

        String of(String text) {
            return name().toLowerCase(Locale.ROOT) + " " + text;
        }
    }

    static final String GRANTED = "granted";
    static final String IN_FLIGHT = "in flight";
    static final String MISMATCH = "mismatch";
    static final String HELD = "held";
    static final String COMPETES = "competes";

    private final boolean hold;
    private final Guarantees guarantees;

    private State row = State.ABSENT;
    private @Nullable ModelOfCall newest;
    private boolean isLeased;
    private boolean hasExpired;
    private String body = "";
    private String text = "";

    private State entry = State.ABSENT;
    private @Nullable ModelOfCall owner;
    private String entryText = "";

    ModelOfKey(boolean hold) {
        this.hold = hold;
        this.guarantees = new Guarantees(hold);
    }

    String claimRow(ModelOfCall call) {
        if (row == State.ABSENT || hasExpired) {
            return grant(call);
        }
        if (!body.equals(call.body())) {
            return MISMATCH;
        }
        if (row.hasText()) {
            guarantees.replayed(text);
            return row.of(text);
        }
        if (row == State.PROCESSING && isLeased) {
            return IN_FLIGHT;
        }
        if (row == State.PROCESSING && hold) {
            row = State.HELD;
        }
        return row == State.HELD ? HELD : grant(call);
    }

    private String grant(ModelOfCall call) {
        guarantees.granted(call);
        newest = call;
        body = call.body();
        begin();
        return GRANTED;
    }

    private void begin() {
        row = State.PROCESSING;
        isLeased = true;
        hasExpired = false;
        text = "";
    }

    boolean renewRow(ModelOfCall call) {
        if (!mayChange(call)) {
            return false;
        }
        guarantees.renewed(call);
        begin();
        return true;
    }

    boolean keepRow(ModelOfCall call, State ended, String answer) {
        if (!mayChange(call)) {
            return false;
        }
        guarantees.kept(call, answer);
        row = ended;
        isLeased = false;
        text = answer;
        return true;
    }

    boolean releaseRow(ModelOfCall call) {
        if (!mayChange(call)) {
            return false;
        }
        guarantees.released(call);
        row = State.PENDING;
        isLeased = false;
        return true;
    }

    boolean isCompleted(ModelOfCall call) {
        return newest == call && row == State.COMPLETED;
    }

    private boolean mayChange(ModelOfCall call) {
        return newest == call && (row == State.PROCESSING || row == State.HELD);
    }

    String claimEntry(ModelOfCall call) {
        if (owner == null) {
            replaceEntry(call, State.PROCESSING, "");
            return GRANTED;
        }
        if (entry == State.PROCESSING) {
            return owner.body().equals(call.body()) ? IN_FLIGHT : COMPETES;
        }
        if (!owner.body().equals(call.body())) {
            return MISMATCH;
        }
        guarantees.replayed(entryText);
        return entry.of(entryText);
    }

    @Nullable
    ModelOfCall owner() {
        return owner;
    }

    void renewEntry(ModelOfCall call) {
        if (owner == null) {
            replaceEntry(call, State.PROCESSING, "");
        }
    }

    void keepEntry(ModelOfCall call, String kept) {
        if (owner == null || owner == call) {
            var ended = kept.startsWith(State.COMPLETED.of("")) ? State.COMPLETED : State.FAILED;
            replaceEntry(call, ended, kept.substring(ended.of("").length()));
        }
    }

    void freeEntry(ModelOfCall call) {
        if (owner == call && entry == State.PROCESSING) {
            loseEntry();
        }
    }

    void loseEntry() {
        replaceEntry(null, State.ABSENT, "");
    }

    private void replaceEntry(@Nullable ModelOfCall call, State state, String kept) {
        owner = call;
        entry = state;
        entryText = kept;
    }

    void endLease() {
        isLeased = false;
        guarantees.leaseEnded();
    }

    /// Redis has forgotten the answer before.
    void endRetention() {
        loseEntry();
        if (row.hasText() || row == State.PENDING) {
            hasExpired = true;
            guarantees.retentionEnded();
        }
    }

    /// In the words of [KeyInStores].
    String row() {
        return newest == null || hasExpired
                ? "no row"
                : "%d %b %s".formatted(newest.generation(), isLeased, row.of(row.hasText() ? text : "")).strip();
    }

    String entry() {
        return owner == null ? "no entry" : "%s %s".formatted(owner.token(), entry.of(entryText)).strip();
    }
}
