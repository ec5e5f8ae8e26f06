package dev.onceward.intake.admin;

import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.runtime.access.BearerToken;
import dev.onceward.runtime.problem.Problem;

/// The operator's token, for what only an operator may see or do.
@Singleton
final class IntakeAdminToken {
    private final BearerToken bearer;

    IntakeAdminToken(IntakeConfig config) {
        this.bearer = new BearerToken(config.token(),
                "The admin API is switched off: onceward.intake.token switches it on.",
                "Send Authorization: Bearer and the operator's token.");
    }

    Optional<Problem> refusal(@Nullable String authorization) {
        return bearer.refusal(authorization);
    }
}
