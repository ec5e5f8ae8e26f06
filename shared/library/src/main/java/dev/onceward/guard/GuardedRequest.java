package dev.onceward.guard;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.guard.Operation.OnAbandon;
import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.ClaimRequest.SequenceStep;
import dev.onceward.internal.guard.GuardedKey;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.key.RequiredText;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A request to run an operation: who asks, with which idempotency key, and what distinguishes this request from
/// another one with the same key.
public final class GuardedRequest {
    private static final int MOST_READABLE_BYTES = 2000;

    private final String caller;
    private final String key;
    private final Fingerprint fingerprint;
    private final byte[] beginning;
    private final Optional<SequenceStep> step;

    private GuardedRequest(String caller, String key, Fingerprint fingerprint, byte[] beginning,
            Optional<SequenceStep> step) {
        this.step = step;
        this.caller = caller;
        this.key = key;
        this.fingerprint = fingerprint;
        this.beginning = beginning;
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
        return new GuardedRequest("", RequiredText.checked("idempotency key", key), Fingerprint.of(body),
                Arrays.copyOf(body, Math.min(body.length, MOST_READABLE_BYTES)), Optional.empty());
    }

    /// Binds the key to a caller, such as a user or a tenant, so that nobody gets the answer of another caller.
    public GuardedRequest by(String who) {
        return new GuardedRequest(RequiredText.checked("caller", who), key, fingerprint, beginning, step);
    }

    /// Makes the key one of a day, so that the operation runs once a day. The day is the caller's, in the caller's time zone.
    public GuardedRequest during(LocalDate day) {
        return in(day.toString());
    }

    /// Makes the key one of a month, so that the operation runs once a month.
    public GuardedRequest during(YearMonth month) {
        return in(month.toString());
    }

    /// Makes the request the next operation of a thing, such as a balance or a document. The key of this request is the id of
    /// the operation. The first call that names the last operation runs; the others get [GuardResult.Superseded]. The keys
    /// are always in PostgreSQL.
    ///
    /// @param lastSeen the id of the last operation that the caller knows of
    /// @throws IllegalArgumentException if the id of the operation is that of the last one
    public GuardedRequest following(String thing, String lastSeen) {
        if (lastSeen.equals(key)) {
            throw new IllegalArgumentException("An operation does not follow itself: " + key);
        }
        return next(thing, RequiredText.checked("last operation", lastSeen));
    }

    /// Makes the request the first operation of a thing.
    public GuardedRequest first(String thing) {
        return next(thing, "");
    }

    /// The length of the thing keeps `a, b:c` and `a:b, c` apart.
    private GuardedRequest next(String thing, String lastSeen) {
        var place = RequiredText.checked("key of the thing and its last operation",
                "%d:%s:%s".formatted(RequiredText.checked("thing", thing).length(), thing, lastSeen));
        return new GuardedRequest(caller, place, Fingerprint.of(key.getBytes(UTF_8), fingerprint.bytes()), beginning,
                Optional.of(new SequenceStep(thing, lastSeen, key)));
    }

    boolean followsAnother() {
        return step.isPresent();
    }

    private GuardedRequest in(String period) {
        return new GuardedRequest(caller, RequiredText.checked("idempotency key", key + ':' + period), fingerprint,
                beginning, step);
    }

    public String caller() {
        return caller;
    }

    public String key() {
        return key;
    }

    ClaimRequest wanted(Operation operation) {
        return new ClaimRequest(new GuardedKey(operation.name(), caller, key), fingerprint,
                operation.readableBody() ? Optional.of(readable()) : Optional.empty(), operation.lease(),
                operation.retention(), operation.onAbandon() == OnAbandon.HOLD, operation.maxAnswerBytes(), step);
    }

    /// PostgreSQL takes no NUL.
    private String readable() {
        return new String(beginning, UTF_8).replace('\0', ' ');
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
}
