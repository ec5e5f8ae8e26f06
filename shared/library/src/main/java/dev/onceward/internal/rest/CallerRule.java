package dev.onceward.internal.rest;

import java.util.function.Function;

import jakarta.ws.rs.container.ContainerRequestContext;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.rule.KeyRule;

/// Says who sends a request. Anonymous requests have no caller.
public sealed interface CallerRule {

    ExtractedKey of(ResteasyReactiveRequestContext context, Request request);

    record PrincipalCaller() implements CallerRule {
        @Override
        public ExtractedKey of(ResteasyReactiveRequestContext context, Request request) {
            var principal = context.getSecurityContext().getUserPrincipal();
            return principal == null
                    ? new Unkeyed()
                    : KeyText.checked(principal.getName(), "the name of the principal");
        }
    }

    /// @param header the rule for the one header
    record HeaderCaller(KeyRule header) implements CallerRule {
        @Override
        public ExtractedKey of(ResteasyReactiveRequestContext context, Request request) {
            return header.of(request);
        }
    }

    /// @param bean of the application; its result is empty for anonymous requests
    record BeanCaller(Function<ContainerRequestContext, String> bean) implements CallerRule {
        @Override
        public ExtractedKey of(ResteasyReactiveRequestContext context, Request request) {
            var caller = bean.apply(context.getContainerRequestContext());
            return caller.isEmpty() ? new Unkeyed() : KeyText.checked(caller, "the caller");
        }
    }
}
