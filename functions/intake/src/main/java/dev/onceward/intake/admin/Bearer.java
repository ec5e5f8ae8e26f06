package dev.onceward.intake.admin;

import java.security.MessageDigest;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A bearer token that opens something; where none is configured, it stays shut.
final class Bearer {
    private static final String SCHEME = "Bearer ";

    private final Optional<byte[]> token;
    private final Problem off;
    private final Problem wanted;

    /// @param off the sentence for where none is configured
    /// @param wanted the sentence for who did not send it
    Bearer(Optional<String> token, String off, String wanted) {
        this.token = token.map(text -> text.getBytes(UTF_8));
        this.off = new Problem(ProblemType.TOKEN_NEEDED, off);
        this.wanted = new Problem(ProblemType.TOKEN_NEEDED, wanted);
    }

    Optional<Problem> refusal(@Nullable String authorization) {
        return token.map(expected -> isSent(expected, authorization) ? Optional.<Problem>empty() : Optional.of(wanted))
                .orElseGet(() -> Optional.of(off));
    }

    private static boolean isSent(byte[] expected, @Nullable String authorization) {
        return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(expected, authorization.substring(SCHEME.length()).getBytes(UTF_8));
    }
}
