package dev.onceward.runtime.admin;

import java.util.Optional;

import jakarta.inject.Singleton;

import io.quarkus.runtime.Startup;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.token.TokenLength;
import dev.onceward.runtime.problem.Problem;

/// Decides by its bearer token what a caller may do. All admin endpoints of all functions ask here. A configured token that
/// is too short stops the start.
@Startup
@Singleton
public final class AdminAccess {
    private final BearerToken operator;
    private final BearerToken reader;

    AdminAccess(AdminConfig config) {
        this.operator = new BearerToken(TokenLength.checked("onceward.admin.token", config.token()),
                "The admin API is switched off: onceward.admin.token switches it on.",
                "Send Authorization: Bearer and the operator's token.");
        this.reader = new BearerToken(TokenLength.checked("onceward.admin.read-token", config.readToken()),
                "Reading events is switched off: onceward.admin.read-token switches it on.",
                "Send Authorization: Bearer and the read token.");
    }

    /// @param authorization the request's header `Authorization`
    /// @return nothing if the caller has the scope, or what it is answered
    public Optional<Problem> refusal(AdminScope scope, @Nullable String authorization) {
        return bearer(scope).refusal(authorization);
    }

    /// Whether a token with this scope is configured.
    public boolean isOpen(AdminScope scope) {
        return bearer(scope).isConfigured();
    }

    private BearerToken bearer(AdminScope scope) {
        return switch (scope) {
            case OPERATE -> operator;
            case READ_EVENTS -> reader;
        };
    }
}
