package dev.onceward.internal.guard.model;

/// One step of an interleaving. What is not possible when its turn comes is left out.
///
/// @param call which of the calls of the key takes the step
record InterleavedStep(int call, Action action) {

    enum Action {
        CLAIM,
        CLAIM_FOR_ANOTHER_BODY,
        RENEW,
        KEEP,
        KEEP_FAILURE,
        RELEASE,
        ASK_WHETHER_COMPLETED,
        /// Redis runs the command for which the call waits, and the call goes on.
        GO_ON,
        /// Redis never gets the command.
        LOSE_COMMAND,
        /// Redis runs the command, and the call does not learn what it answered.
        LOSE_REPLY,
        /// The call gives up waiting, and Redis gets the command later.
        DELAY_COMMAND,
        DELAYED_COMMAND_ARRIVES,
        CRASH,
        END_LEASE,
        /// FLUSHALL, an eviction, or the end of a token.
        LOSE_ENTRY,
        END_RETENTION
    }

    @Override
    public String toString() {
        return "%d %s".formatted(call, action);
    }
}
