package dev.onceward.internal.rest;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

import dev.onceward.internal.answer.IdempotencyProblem;
import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Fallback;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.rest.RequestKey.Keyed;
import dev.onceward.internal.rest.RequestKey.Keyless;
import dev.onceward.internal.rest.RequestKey.RefusedKey;
import dev.onceward.internal.rule.KeyRule;

/// Reads the key of a request, who it belongs to, and what a repetition must repeat.
public record ReadKey(KeyRule rule, boolean isRequired, CallerRule caller, RequestFingerprint fingerprint) {

    public RequestKey of(ResteasyReactiveRequestContext context) {
        var request = RequestBody.request(context);
        return switch (rule.of(request)) {
            case Found(var key, var _) -> keyed(context, request, key);
            case Fallback(var key, var _) -> keyed(context, request, key);
            case Unkeyed() -> new Keyless();
            case Missing(var what) -> isRequired
                    ? new RefusedKey(IdempotencyProblem.KEY_MISSING, "The request needs " + what + ".")
                    : new Keyless();
            case Malformed(var what) -> new RefusedKey(IdempotencyProblem.KEY_MALFORMED, sentence(what));
        };
    }

    private RequestKey keyed(ResteasyReactiveRequestContext context, Request request, String key) {
        return switch (caller.of(context, request)) {
            case Found(var who, var _) -> new Keyed(key, who, fingerprint.of(context, request));
            case Unkeyed() -> new Keyed(key, "", fingerprint.of(context, request));
            case Missing(var what) ->
                new RefusedKey(IdempotencyProblem.CALLER_UNKNOWN, "The request needs " + what + ".");
            case Malformed(var what) -> new RefusedKey(IdempotencyProblem.CALLER_UNKNOWN, sentence(what));
            case ExtractedKey other -> throw new IllegalStateException("a caller is no " + other);
        };
    }

    private static String sentence(String what) {
        return Character.toUpperCase(what.charAt(0)) + what.substring(1) + ".";
    }
}
