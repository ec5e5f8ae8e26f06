package dev.onceward.intake.dryrun;

import java.time.Instant;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.receive.ParseEvent;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.verify.VerifyRequest;
import dev.onceward.internal.request.Request;

/// Verifies a request for an operator and tells which event it would become. Nothing is stored, and nothing is counted.
@Singleton
public final class DryRun {
    private final VerifyRequest verifyRequest;

    DryRun(VerifyRequest verifyRequest) {
        this.verifyRequest = verifyRequest;
    }

    /// @param at the time at which the request is taken to have arrived
    Uni<JsonObject> verify(Source source, Request request, Instant at) {
        return verifyRequest.verifyAt(source, source.credentials().scheme(), request, at)
                .onItem().transformToUni(verdict -> switch (verdict) {
                    case Verified(var secret) -> Uni.createFrom().item(verified(secret));
                    case Unverified(var refusalReason, var why) when isOfTime(refusalReason) ->
                        otherwise(source, request, at)
                                .map(otherwise -> unverified(refusalReason.word(), why).put("otherwise", otherwise));
                    case Unverified(var refusalReason, var why) ->
                        Uni.createFrom().item(unverified(refusalReason.word(), why));
                    case KeyUnavailable(var key) -> Uni.createFrom().item(unverified("no-key",
                            "the sender's key cannot be fetched from " + key.getHost()));
                })
                .map(answer -> answer.mergeIn(event(source, request)));
    }

    /// Verifies a request from the quarantine, which is kept without its credentials.
    public Uni<JsonObject> verifyAgain(Source source, Request request, Instant at) {
        return source.signing().signsBody()
                ? verify(source, request, at)
                : Uni.createFrom()
                        .item(unverified("not-kept", "this source knows its sender by a credential or an address. "
                                + "Neither is kept in quarantine, so the request cannot be verified again"));
    }

    private static boolean isOfTime(RefusalReason refusalReason) {
        return refusalReason == RefusalReason.STALE || refusalReason == RefusalReason.AHEAD;
    }

    /// Verifies the request regardless of its time, which tells a wrong clock or a late delivery from a forgery.
    private Uni<String> otherwise(Source source, Request request, Instant at) {
        return verifyRequest.verifyAt(source, source.timeless(), request, at).map(verdict -> switch (verdict) {
            case Verified(var secret) -> "The request was valid when it was signed: the secret " + secret + " matches.";
            case Unverified(var refusalReason, var why) ->
                "The request was not valid when it was signed either: " + refusalReason.word() + ", " + why + ".";
            case KeyUnavailable(var key) ->
                "Whether the request was valid when it was signed cannot be told without the sender's key"
                        + " from " + key.getHost() + ".";
        });
    }

    private static JsonObject verified(@Nullable String secret) {
        var verified = new JsonObject().put("verified", true);
        return secret == null ? verified : verified.put("secret", secret);
    }

    private static JsonObject unverified(String reason, String why) {
        return new JsonObject().put("verified", false).put("reason", reason).put("why", why);
    }

    /// Adds the key and the type of the event. A CloudEvent has both in its own attributes.
    private static JsonObject event(Source source, Request request) {
        var event = new JsonObject();
        if (source.name().equals(Source.EVENTS)) {
            return event;
        }
        var key = source.rules().key().of(request);
        key.value().ifPresent(value -> event.put("key", value));
        ParseEvent.problem(key).ifPresent(problem -> event.put("refused", problem.detail()));
        var type = ParseEvent.type(source.rules(), request);
        return type == null ? event : event.put("type", type);
    }
}
