package dev.onceward.relay;

import java.security.MessageDigest;
import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The operator's token.
@Singleton
final class Token {
    private static final String BEARER = "Bearer ";

    private final Optional<byte[]> token;

    Token(RelayConfig config) {
        this.token = config.token().map(text -> text.getBytes(UTF_8));
    }

    /// Anybody may trigger a run where no token is set: it does what the relay is there for, and no more.
    Optional<Problem> refusesRun(@Nullable String authorization) {
        return token.isEmpty() ? Optional.empty() : refuses(authorization);
    }

    Optional<Problem> refuses(@Nullable String authorization) {
        if (token.isEmpty()) {
            return Optional.of(new Problem(ProblemType.TOKEN_NEEDED,
                    "The operator's verbs are switched off: onceward.relay.token switches them on."));
        }
        return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(token.get(), authorization.substring(BEARER.length()).getBytes(UTF_8))
                        ? Optional.empty()
                        : Optional.of(new Problem(ProblemType.TOKEN_NEEDED,
                                "Send Authorization: Bearer and the operator's token."));
    }
}
