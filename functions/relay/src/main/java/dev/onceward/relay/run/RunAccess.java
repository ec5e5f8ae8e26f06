package dev.onceward.relay.run;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.setup.RelayConfig;
import dev.onceward.runtime.admin.AdminAccess;
import dev.onceward.runtime.admin.AdminScope;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Decides what a caller of `POST /run` may have.
@Singleton
final class RunAccess {
    private static final Problem CLOSED = new Problem(ProblemType.TOKEN_NEEDED,
            "POST /run is closed: onceward.admin.token opens it to callers that send that token, "
                    + "onceward.relay.run-without-token=true to a scheduler that cannot send one.");

    /// What the caller may have.
    sealed interface Granted {
        /// An operator, or an operator's program: a run as long as it asks for, and an answer with all numbers.
        record Full() implements Granted {}

        /// Anybody: a run, and an answer that tells nothing of subscriptions.
        record RunOnly() implements Granted {}

        record Nothing(Problem problem) implements Granted {}
    }

    private final AdminAccess access;
    private final boolean runWithoutToken;

    RunAccess(AdminAccess access, RelayConfig config) {
        this.access = access;
        this.runWithoutToken = config.runWithoutToken();
    }

    /// A scheduler may send a token of its platform. Where runs need no token, that is the same as none.
    Granted of(@Nullable String authorization) {
        return access.refusal(AdminScope.OPERATE, authorization).<Granted>map(this::withoutToken)
                .orElseGet(Granted.Full::new);
    }

    private Granted withoutToken(Problem refusal) {
        if (runWithoutToken) {
            return new Granted.RunOnly();
        }
        return new Granted.Nothing(access.isOpen(AdminScope.OPERATE) ? refusal : CLOSED);
    }
}
