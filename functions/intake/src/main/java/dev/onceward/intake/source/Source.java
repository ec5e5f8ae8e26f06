package dev.onceward.intake.source;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.handshake.HandshakeRequest;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Unsigned;
import dev.onceward.internal.request.Request;

/// A configured sender.
///
/// @param token what a sender must know in a handshake that is not signed
/// @param retention how long its keys are kept; nothing means forever
/// @param contentTypes what it may send; empty means anything
public record Source(String name, SourceScheme credentials, SignatureSettings signing, List<Handshake> handshakes,
        Optional<SecretText> token, EventRules rules, String topic, OnMismatch onMismatch, OnUnverified onUnverified,
        SuccessAnswer taken,
        @Nullable Duration retention, long maxBody, List<String> contentTypes, double warnAboveDuplicates) {

    /// The source that CloudEvents come in by.
    public static final String EVENTS = "events";

    public boolean isSigned() {
        return !(credentials.scheme() instanceof Unsigned);
    }

    /// Whether several bodies may share a key, each of them an event of its own.
    public boolean sharesKeys() {
        return onMismatch == OnMismatch.ACCEPT || rules.key().mayCollide();
    }

    /// Whether its sender gives us the secrets it signs with.
    public boolean learns() {
        return handshakes.contains(Handshake.ASANA);
    }

    /// What its requests are held against if it does not matter when they were signed.
    public Scheme timeless() {
        return signing.timeless().apply(credentials.secrets());
    }

    public boolean takes(@Nullable String contentType) {
        return contentTypes.isEmpty() || (contentType != null && contentTypes.contains(mediaType(contentType)));
    }

    public HandshakeRequest handshakeRequest(Request request) {
        return new HandshakeRequest(request, credentials.secrets(), token);
    }

    /// The same of a sender that proved who it is: what is asked is answered with the secret it uses.
    public HandshakeRequest handshakeRequest(Request request, @Nullable String secret) {
        return new HandshakeRequest(request,
                credentials.secrets().stream().filter(known -> known.id().equals(secret)).toList(), token);
    }

    private static String mediaType(String contentType) {
        var end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
