package dev.onceward.guard;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.KeyText;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A request to run an operation: who asks, with which idempotency key, and what distinguishes this request from
/// another one with the same key.
public final class GuardedRequest {
    private final String caller;
    private final String key;
    private final Fingerprint fingerprint;

    private GuardedRequest(String caller, String key, Fingerprint fingerprint) {
        this.caller = caller;
        this.key = key;
        this.fingerprint = fingerprint;
    }

    /// A request without a body: two requests with the same key are always the same.
    ///
    /// @throws IllegalArgumentException if the key is not 1 to 255 characters without control characters
    public static GuardedRequest of(String key) {
        return of(key, new byte[0]);
    }

    /// @param body what must be equal in a repetition. A request with the same key and another body is refused
    public static GuardedRequest of(String key, String body) {
        if (!KeyText.isEncodable(body)) {
            throw new IllegalArgumentException("The body has an unpaired surrogate, which has no bytes in UTF-8.");
        }
        return of(key, body.getBytes(UTF_8));
    }

    public static GuardedRequest of(String key, byte[] body) {
        return new GuardedRequest("", checked("idempotency key", key), Fingerprint.of(body));
    }

    /// Binds the key to a caller, such as a user or a tenant, so that nobody gets the answer of another caller.
    public GuardedRequest by(String who) {
        return new GuardedRequest(checked("caller", who), key, fingerprint);
    }

    public String caller() {
        return caller;
    }

    public String key() {
        return key;
    }

    Fingerprint fingerprint() {
        return fingerprint;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GuardedRequest that && caller.equals(that.caller) && key.equals(that.key)
                && fingerprint.equals(that.fingerprint);
    }

    @Override
    public int hashCode() {
        return Objects.hash(caller, key, fingerprint);
    }

    private static String checked(String what, String text) {
        if (!KeyText.fits(text)) {
            throw new IllegalArgumentException(
                    ("The %s has %d characters: it must have 1 to %d, none of them a control "
                            + "character or an unpaired surrogate.")
                            .formatted(what, text.length(), KeyText.MAX_LENGTH));
        }
        return text;
    }
}
