package dev.onceward.intake.handshake;

import java.time.Instant;
import java.util.List;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.internal.request.Request;

/// The scheme of a sender for whom we sign what anybody asks in a handshake: a body that could have been asked proves
/// nothing, because the signature may be our own.
public record RejectOwnChallenge(Scheme scheme) implements Scheme {

    public static Scheme of(Scheme scheme, List<Handshake> handshakes) {
        return handshakes.contains(Handshake.X) ? new RejectOwnChallenge(scheme) : scheme;
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return UnsignedHandshakes.isChallenge(request.bytes())
                ? new Forged(RefusalReason.NO_MATCH, "the body could be a challenge, which we sign for everybody")
                : scheme.verify(request, now);
    }
}
