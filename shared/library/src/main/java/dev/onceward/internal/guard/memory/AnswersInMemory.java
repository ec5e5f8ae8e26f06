package dev.onceward.internal.guard.memory;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.vertx.core.buffer.Buffer;

import dev.onceward.internal.guard.redis.EntryName;
import dev.onceward.internal.guard.redis.EntryState;
import dev.onceward.internal.guard.redis.RedisClaim.EndedClaim;
import dev.onceward.internal.guard.redis.RedisClaim.EndedForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.EndedInRedis;
import dev.onceward.internal.guard.redis.RedisToken;
import dev.onceward.internal.key.Fingerprint;

/// Keeps what PostgreSQL or Redis has said of operations that have ended, under the names of their entries in Redis, and
/// says it again in the place of Redis. Of more than fits, the oldest is forgotten first. Any thread may use it, and a look
/// takes no lock.
public final class AnswersInMemory {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    /// The clocks of two machines do not run equally fast.
    private static final Duration EARLIER = Duration.ofSeconds(1);

    private final long maxBytes;
    private final LongSupplier nanos;
    private final Map<EntryName, RememberedAnswer> answers = new ConcurrentHashMap<>();
    private final Queue<RememberedAnswer> oldestFirst = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();

    /// @param maxBytes 0 if nothing is to be remembered
    public AnswersInMemory(long maxBytes) {
        this(maxBytes, System::nanoTime);
    }

    /// @param nanos the time, as from [System#nanoTime]
    AnswersInMemory(long maxBytes, LongSupplier nanos) {
        this.maxBytes = maxBytes;
        this.nanos = nanos;
    }

    /// @param until by the time of this process
    private record RememberedAnswer(EntryName name, Fingerprint fingerprint, EntryState state, Buffer text,
            long until) {
        /// What the objects take beside the characters and bytes that they hold.
        private static final int OBJECTS = 400;

        int bytes() {
            return OBJECTS + name.length() + text.length();
        }
    }

    /// What Redis would say of an entry; empty if that is not known.
    public Optional<EndedClaim> find(EntryName name, Fingerprint fingerprint) {
        var found = answers.get(name);
        if (found == null || isOver(found)) {
            return Optional.empty();
        }
        return Optional.of(found.fingerprint().equals(fingerprint)
                ? new EndedInRedis(found.state(), found.text(), left(found))
                : new EndedForAnotherBody());
    }

    /// Remembers what Redis has said to a token, and returns it.
    public EndedClaim remembered(RedisToken token, EndedClaim claim) {
        if (claim instanceof EndedInRedis(var state, var text, var left)) {
            remember(token, state, text, left);
        }
        return claim;
    }

    /// Remembers what is kept of an operation that has ended in PostgreSQL.
    ///
    /// @param kept for how long it is kept after the token was made, or longer
    public void remember(RedisToken token, EntryState state, Buffer text, Duration kept) {
        var time = (kept.compareTo(LONGEST) < 0 ? kept : LONGEST).minus(EARLIER);
        var answer = new RememberedAnswer(token.name(), token.fingerprint(), state, text.copy(),
                token.madeAt() + time.toNanos());
        if (answer.bytes() <= maxBytes && !isOver(answer) && isNew(answer)) {
            bytes.addAndGet(answer.bytes());
            var _ = oldestFirst.add(answer);
            forgetOldest();
        }
    }

    private boolean isNew(RememberedAnswer answer) {
        var known = answers.putIfAbsent(answer.name(), answer);
        return known == null || (isOver(known) && answers.replace(answer.name(), known, answer));
    }

    private void forgetOldest() {
        for (var oldest = oldestFirst.peek(); oldest != null
                && (bytes.get() > maxBytes || isOver(oldest)); oldest = oldestFirst.peek()) {
            if (oldestFirst.remove(oldest)) {
                var _ = answers.remove(oldest.name(), oldest);
                bytes.addAndGet(-oldest.bytes());
            }
        }
    }

    private boolean isOver(RememberedAnswer answer) {
        return answer.until() - nanos.getAsLong() <= 0;
    }

    private Duration left(RememberedAnswer answer) {
        return Duration.ofNanos(answer.until() - nanos.getAsLong());
    }
}
