package dev.onceward.intake;

import java.security.MessageDigest;
import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Stored events are strangers' data: without the token nobody reads them.
@Singleton
final class ReadToken {
    private static final String BEARER = "Bearer ";

    private final Optional<byte[]> token;

    ReadToken(IntakeConfig config) {
        this.token = config.readToken().map(text -> text.getBytes(UTF_8));
    }

    Optional<Problem> refusal(@Nullable String authorization) {
        if (token.isEmpty()) {
            return Optional.of(new Problem(ProblemType.TOKEN_NEEDED,
                    "Reading events is switched off: onceward.intake.read-token switches it on."));
        }
        return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(token.get(),
                        authorization.substring(BEARER.length()).getBytes(UTF_8))
                                ? Optional.empty()
                                : Optional.of(new Problem(ProblemType.TOKEN_NEEDED,
                                        "Send Authorization: Bearer and the read token."));
    }
}
