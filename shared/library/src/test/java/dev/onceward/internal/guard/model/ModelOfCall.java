package dev.onceward.internal.guard.model;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.model.ModelOfKey.State;

/// What one call does with its key, in the steps of RATIONALE.md. It waits before each command to Redis. The statements for
/// PostgreSQL between two commands are one step with the command before them.
final class ModelOfCall {
    static final String WAITS = "waits for Redis";

    private final ModelOfKey key;
    private final String body;
    private final String answer;
    private boolean isGranted;
    private boolean hasToken = true;
    private boolean knowsTime;
    private boolean isClaiming;
    private @Nullable ModelOfCall healed;
    private @Nullable Consumer<ModelOfCall> command;
    private String result = "";
    private String token = "";
    private long generation;

    /// @param number tells its answer from those of other calls
    ModelOfCall(ModelOfKey key, String body, int number) {
        this.key = key;
        this.body = body;
        this.answer = "\"answer %d\"".formatted(number);
    }

    String body() {
        return body;
    }

    String answer() {
        return answer;
    }

    String token() {
        return token;
    }

    long generation() {
        return generation;
    }

    /// What the real call was given, which the model cannot foresee.
    void given(String realToken, long realGeneration) {
        token = realToken;
        generation = realGeneration;
    }

    boolean isGranted() {
        return isGranted;
    }

    boolean isWaiting() {
        return command != null;
    }

    String claim() {
        isClaiming = true;
        return waitFor(ModelOfCall::claimEntry);
    }

    String renew() {
        var isRenewed = key.renewRow(this);
        return then(isRenewed, isRenewed ? key::renewEntry : key::freeEntry);
    }

    String keep(State ended) {
        var isKept = key.keepRow(this, ended, answer);
        return then(isKept, isKept && knowsTime ? call -> key.keepEntry(call, ended.of(answer)) : key::freeEntry);
    }

    String release() {
        return then(key.releaseRow(this), key::freeEntry);
    }

    String isCompleted() {
        return String.valueOf(key.isCompleted(this));
    }

    /// @param isRun whether Redis runs the command
    /// @param isAnswered whether the call learns the reply
    String goOn(boolean isRun, boolean isAnswered) {
        if (isClaiming) {
            isClaiming = false;
            var found = isRun ? key.claimEntry(this) : "";
            return isAnswered ? claimed(found) : claimInPostgres();
        }
        if (isRun) {
            run();
        }
        return end();
    }

    /// The command, which Redis gets later.
    Runnable delayed() {
        var late = command;
        return () -> {
            if (late != null) {
                late.accept(this);
            }
        };
    }

    private void claimEntry() {
        var _ = key.claimEntry(this);
    }

    private void run() {
        if (command != null) {
            command.accept(this);
        }
    }

    private String claimed(String found) {
        if (found.equals(ModelOfKey.COMPETES)) {
            hasToken = false;
        } else if (found.equals(ModelOfKey.IN_FLIGHT)) {
            hasToken = false;
            healed = key.owner();
        } else if (!found.equals(ModelOfKey.GRANTED)) {
            result = found;
            return end();
        }
        knowsTime = hasToken;
        return claimInPostgres();
    }

    private String claimInPostgres() {
        result = key.claimRow(this);
        isGranted = result.equals(ModelOfKey.GRANTED);
        var adopted = result;
        if (healed != null && isKept(adopted)) {
            var other = healed;
            return waitFor(_ -> key.keepEntry(other, adopted));
        }
        if (isGranted || !hasToken) {
            return end();
        }
        return waitFor(isKept(adopted) && knowsTime ? call -> key.keepEntry(call, adopted) : key::freeEntry);
    }

    private static boolean isKept(String found) {
        return found.startsWith(State.COMPLETED.of("")) || found.startsWith(State.FAILED.of(""));
    }

    private String then(boolean answered, Consumer<ModelOfCall> next) {
        result = String.valueOf(answered);
        return hasToken ? waitFor(next) : result;
    }

    private String waitFor(Consumer<ModelOfCall> next) {
        command = next;
        return WAITS;
    }

    private String end() {
        command = null;
        return result;
    }
}
