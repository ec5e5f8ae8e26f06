package dev.onceward.intake.admin;

import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.runtime.access.BearerToken;
import dev.onceward.runtime.problem.Problem;

/// Stored events are strangers' data: without the token nobody reads them.
@Singleton
public final class ReadToken {
    private final BearerToken bearer;

    ReadToken(IntakeConfig config) {
        this.bearer = new BearerToken(config.readToken(),
                "Reading events is switched off: onceward.intake.read-token switches it on.",
                "Send Authorization: Bearer and the read token.");
    }

    public Optional<Problem> refusal(@Nullable String authorization) {
        return bearer.refusal(authorization);
    }
}
