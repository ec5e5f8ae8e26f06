package dev.onceward.relay.admin;

import java.security.MessageDigest;
import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.relay.admin.RunAccess.FullAccess;
import dev.onceward.relay.admin.RunAccess.NoAccess;
import dev.onceward.relay.admin.RunAccess.RunOnly;
import dev.onceward.relay.setup.RelayConfig;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The operator's token.
@Singleton
public final class RelayAdminToken {
    private static final String BEARER = "Bearer ";
    private static final Problem OFF = needed(
            "The operator's verbs are switched off: onceward.relay.token switches them on.");
    private static final Problem WANTED = needed("Send Authorization: Bearer and the operator's token.");
    private static final Problem RUNS_OFF = needed(
            "POST /run is closed: onceward.relay.token opens it to who sends that "
                    + "token, onceward.relay.run-without-token=true to a scheduler that cannot send one.");

    private final Optional<byte[]> token;
    private final boolean runWithoutToken;

    RelayAdminToken(RelayConfig config) {
        this.token = config.token().map(text -> text.getBytes(UTF_8));
        this.runWithoutToken = config.runWithoutToken();
    }

    /// A scheduler may send a token of its platform's. Where runs are open, that is as good as none.
    public RunAccess mayRun(@Nullable String authorization) {
        if (isSent(authorization)) {
            return new FullAccess();
        }
        return runWithoutToken ? new RunOnly() : new NoAccess(token.isPresent() ? WANTED : RUNS_OFF);
    }

    Optional<Problem> refuses(@Nullable String authorization) {
        return isSent(authorization) ? Optional.empty() : Optional.of(token.isPresent() ? WANTED : OFF);
    }

    private boolean isSent(@Nullable String authorization) {
        return token.isPresent() && authorization != null
                && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(token.get(), authorization.substring(BEARER.length()).getBytes(UTF_8));
    }

    private static Problem needed(String sentence) {
        return new Problem(ProblemType.TOKEN_NEEDED, sentence);
    }
}
