package dev.onceward.guard.rest;

import java.security.Principal;
import java.util.Objects;

import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;

import io.smallrye.common.annotation.Identifier;
import org.jspecify.annotations.Nullable;

/// Who calls the endpoints: a user by the header `X-User`, or a client by the header `X-Client`.
@Singleton
class EndpointCallers implements IdempotencyCaller {

    @Override
    public String of(ContainerRequestContext request) {
        return Objects.requireNonNullElse(request.getHeaderString("X-Client"), "");
    }

    /// Another one, which the application does not use because of its qualifier.
    @Singleton
    @Identifier("tenants")
    static class Tenants implements IdempotencyCaller {

        @Override
        public String of(ContainerRequestContext request) {
            return Objects.requireNonNullElse(request.getHeaderString("X-Tenant"), "");
        }
    }

    @Provider
    static class Login implements ContainerRequestFilter {

        @Override
        public void filter(ContainerRequestContext request) {
            var name = request.getHeaderString("X-User");
            if (name != null) {
                request.setSecurityContext(new LoggedIn(() -> name));
            }
        }
    }

    private record LoggedIn(Principal principal) implements SecurityContext {

        @Override
        public Principal getUserPrincipal() {
            return principal;
        }

        @Override
        public boolean isUserInRole(String role) {
            return true;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public @Nullable String getAuthenticationScheme() {
            return null;
        }
    }
}
