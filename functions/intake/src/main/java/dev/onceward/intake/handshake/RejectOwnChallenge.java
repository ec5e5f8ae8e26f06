package dev.onceward.intake.handshake;

import java.time.Instant;
import java.util.List;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.internal.request.Request;

/// Refuses a body that could be a challenge, where intake signs challenges for anybody who asks. The signature of such
/// a body proves nothing, because it may be intake's own.
public record RejectOwnChallenge(Scheme scheme) implements Scheme {

    public static Scheme of(Scheme scheme, List<Handshake> handshakes) {
        return handshakes.contains(Handshake.X) ? new RejectOwnChallenge(scheme) : scheme;
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return UnsignedHandshakes.isChallenge(request.bytes())
                ? new Unverified(RefusalReason.NO_MATCH,
                        "the body could be a challenge, which intake signs for everybody")
                : scheme.verify(request, now);
    }
}
