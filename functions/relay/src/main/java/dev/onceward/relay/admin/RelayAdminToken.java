package dev.onceward.relay.admin;

import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.admin.RunAccess.FullAccess;
import dev.onceward.relay.admin.RunAccess.NoAccess;
import dev.onceward.relay.admin.RunAccess.RunOnly;
import dev.onceward.relay.setup.RelayConfig;
import dev.onceward.runtime.access.BearerToken;
import dev.onceward.runtime.problem.Problem;

/// The operator's token.
@Singleton
public final class RelayAdminToken {
    private static final String MISSING = "Send Authorization: Bearer and the operator's token.";

    private final BearerToken admin;
    private final BearerToken run;
    private final boolean runWithoutToken;

    RelayAdminToken(RelayConfig config) {
        this.admin = new BearerToken(config.token(),
                "The admin API is switched off: onceward.relay.token switches it on.", MISSING);
        this.run = new BearerToken(config.token(),
                "POST /run is closed: onceward.relay.token opens it to who sends that "
                        + "token, onceward.relay.run-without-token=true to a scheduler that cannot send one.",
                MISSING);
        this.runWithoutToken = config.runWithoutToken();
    }

    /// A scheduler may send a token of its platform's. Where runs are open, that is as good as none.
    public RunAccess mayRun(@Nullable String authorization) {
        return run.refusal(authorization)
                .<RunAccess>map(problem -> runWithoutToken ? new RunOnly() : new NoAccess(problem))
                .orElseGet(FullAccess::new);
    }

    Optional<Problem> refuses(@Nullable String authorization) {
        return admin.refusal(authorization);
    }
}
