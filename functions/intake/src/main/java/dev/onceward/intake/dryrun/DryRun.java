package dev.onceward.intake.dryrun;

import java.time.Instant;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.receive.ParseEvent;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.Verdict.Genuine;
import dev.onceward.intake.signature.Verdict.Wanting;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.verify.VerifyRequest;
import dev.onceward.internal.request.Request;

/// Says how a request of a source would be judged, and what event it would be, to an operator. Nothing is stored, and
/// nothing is counted.
@Singleton
public final class DryRun {
    private final VerifyRequest verifyRequest;

    DryRun(VerifyRequest verifyRequest) {
        this.verifyRequest = verifyRequest;
    }

    /// @param at when it is to have come
    Uni<JsonObject> judge(Source source, Request request, Instant at) {
        return verifyRequest.weigh(source, source.credentials().scheme(), request, at)
                .onItem().transformToUni(verdict -> switch (verdict) {
                    case Genuine(var secret) -> Uni.createFrom().item(genuine(secret));
                    case Forged(var refusalReason, var why) when isOfTime(refusalReason) ->
                        otherwise(source, request, at)
                                .map(otherwise -> forged(refusalReason.word(), why).put("otherwise", otherwise));
                    case Forged(var refusalReason, var why) -> Uni.createFrom().item(forged(refusalReason.word(), why));
                    case Wanting(var key) -> Uni.createFrom().item(forged("no-key",
                            "the sender's key cannot be fetched from " + key.getHost()));
                })
                .map(judgement -> judgement.mergeIn(event(source, request)));
    }

    /// One that was kept aside, without the credentials it came with.
    public Uni<JsonObject> judgeAgain(Source source, Request request, Instant at) {
        return source.signing().signsBody()
                ? judge(source, request, at)
                : Uni.createFrom()
                        .item(forged("not-kept", "this source knows its sender by a credential or an address, "
                                + "which is not kept with a request, so that it cannot be judged anew"));
    }

    private static boolean isOfTime(RefusalReason refusalReason) {
        return refusalReason == RefusalReason.STALE || refusalReason == RefusalReason.AHEAD;
    }

    /// A wrong clock and a late delivery are told from a forgery by what is left when time does not matter.
    private Uni<String> otherwise(Source source, Request request, Instant at) {
        return verifyRequest.weigh(source, source.timeless(), request, at).map(verdict -> switch (verdict) {
            case Genuine(var secret) -> "It was genuine when it was signed: the secret " + secret + " matches.";
            case Forged(var refusalReason, var why) ->
                "It was not genuine when it was signed either: " + refusalReason.word() + ", " + why + ".";
            case Wanting(var key) -> "Whether it was genuine when it was signed cannot be told without the sender's key"
                    + " from " + key.getHost() + ".";
        });
    }

    private static JsonObject genuine(@Nullable String secret) {
        var genuine = new JsonObject().put("genuine", true);
        return secret == null ? genuine : genuine.put("secret", secret);
    }

    private static JsonObject forged(String step, String why) {
        return new JsonObject().put("genuine", false).put("step", step).put("why", why);
    }

    /// A CloudEvent says itself what it is.
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
