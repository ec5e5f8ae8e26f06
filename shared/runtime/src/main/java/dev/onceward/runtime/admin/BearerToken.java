package dev.onceward.runtime.admin;

import java.security.MessageDigest;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A bearer token that gives access to something. Where none is configured, nobody has access.
final class BearerToken {
    private static final String SCHEME = "Bearer ";

    private final Optional<byte[]> token;
    private final Problem closed;
    private final Problem missing;

    /// @param closed the sentence for a caller where no token is configured
    /// @param missing the sentence for a caller that did not send the token
    BearerToken(Optional<String> token, String closed, String missing) {
        this.token = token.map(text -> text.getBytes(UTF_8));
        this.closed = new Problem(ProblemType.TOKEN_NEEDED, closed);
        this.missing = new Problem(ProblemType.TOKEN_NEEDED, missing);
    }

    boolean isConfigured() {
        return token.isPresent();
    }

    private boolean isSent(@Nullable String authorization) {
        return token.isPresent() && authorization != null
                && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(token.get(), authorization.substring(SCHEME.length()).getBytes(UTF_8));
    }

    /// @return nothing if the token was sent
    Optional<Problem> refusal(@Nullable String authorization) {
        return isSent(authorization) ? Optional.empty() : Optional.of(token.isPresent() ? missing : closed);
    }
}
