package dev.onceward.bench.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import org.HdrHistogram.Histogram;

/// A run of requests, each sent by an idle sender. If no sender is idle, the request leaves late, and its latency still
/// counts from when it was meant to leave. So a target that stalls cannot hide that by slowing the load down.
public final class Load {
    private static final long SILENT = Duration.ofSeconds(10).toNanos();
    private static final long LONGEST_MICROS = 60_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final Vertx vertx;
    private final ArrayDeque<Sender> idle;
    private final Rate rate;
    private final Mix mix;
    private final Histogram latency = new Histogram(LONGEST_MICROS, 3);
    private final Promise<Result> done = Promise.promise();
    private final long begun = System.nanoTime();
    private long sent;
    private long underWay;
    private long errors;
    private long first;
    private long last;
    private boolean overrun;

    private Load(Vertx vertx, Collection<? extends Sender> senders, Rate rate, Mix mix) {
        this.vertx = vertx;
        this.idle = new ArrayDeque<>(senders);
        this.rate = rate;
        this.mix = mix;
    }

    /// Completes with the last answer, and fails if an answer is missing.
    public static Future<Result> start(Vertx vertx, Collection<? extends Sender> senders, Rate rate, Mix mix) {
        var load = new Load(vertx, senders, rate, mix);
        vertx.runOnContext(_ -> vertx.setPeriodic(1, load::tick));
        return load.done.future();
    }

    /// The schedule is kept to a millisecond; all requests that are due leave at once.
    private void tick(long timer) {
        send();
        var now = now();
        overrun |= now - due(now) > rate.lag.toNanos();
        if (due(now) == NEVER && (underWay == 0 || now - last > SILENT)) {
            var _ = vertx.cancelTimer(timer);
            end();
        }
    }

    private void end() {
        if (underWay == 0) {
            var reached = last > first ? (latency.getTotalCount() - 1) * 1e9 / (last - first) : 0;
            done.complete(new Result(rate.asked, reached, errors, overrun, latency));
        } else {
            done.fail(underWay + " requests are not answered");
        }
    }

    private void send() {
        for (var now = now(); !idle.isEmpty() && due(now) <= now; now = now()) {
            send(idle.remove(), mix.next(), due(now));
        }
    }

    private void send(Sender sender, long number, long due) {
        sent++;
        underWay++;
        var _ = sender.send(number).onComplete(answer -> answered(sender, number, due, answer));
    }

    /// A sender that failed sends no more.
    private void answered(Sender sender, long number, long due, AsyncResult<Answer> answer) {
        underWay--;
        errors += answer.result() == mix.expected(number) ? 0 : 1;
        if (answer.succeeded()) {
            last = now();
            first = first == 0 ? last : first;
            latency.recordValue(Math.min(LONGEST_MICROS, (last - due) / 1000));
            idle.add(sender);
            send();
        }
    }

    private long due(long now) {
        var due = rate.asked == 0 ? now : (long) (sent * 1e9 / rate.asked);
        return !overrun && sent < rate.most && due < rate.time.toNanos() ? due : NEVER;
    }

    private long now() {
        return System.nanoTime() - begun;
    }

    /// Sends one request at a time.
    public interface Sender {
        /// @param number the number of the request, which makes it unique
        Future<Answer> send(long number);
    }

    /// The outcome of a request.
    public enum Answer {
        STORED, REPLAYED, IN_FLIGHT, REFUSED
    }

    /// When requests are meant to leave.
    ///
    /// @param asked how many requests a second leave in an open loop, however slow the server is; 0 is a closed loop,
    ///        in which each sender sends as soon as it got an answer
    /// @param most how many requests leave at all
    /// @param time after which none leaves
    /// @param lag how far the open loop may fall behind before it is aborted
    public record Rate(double asked, long most, Duration time, Duration lag) {
        public static Rate open(double asked, Duration time) {
            return new Rate(asked, Long.MAX_VALUE, time, Duration.ofSeconds(1));
        }

        public static Rate closed(long most, Duration time) {
            return new Rate(0, most, time, time);
        }
    }

    /// Which requests are sent: new ones, and repetitions of requests that were sent before.
    ///
    /// @param repeated how many of a hundred requests are repetitions
    /// @param repetition the answer to a repetition
    /// @param known how many requests are repeated
    /// @param fresh the next number that was never sent
    /// @param from the first number that is repeated
    public record Mix(int repeated, Answer repetition, int known, AtomicLong fresh, long from,
            SplittableRandom random) {
        public static final int KNOWN = 4000;

        /// Repeats the requests that are sent next.
        public static Mix of(int repeated, AtomicLong fresh) {
            return new Mix(repeated, Answer.REPLAYED, KNOWN, fresh, fresh.get(), new SplittableRandom(1));
        }

        /// Sends nothing but repetitions of the requests that are sent next.
        public static Mix repeat(Answer repetition, int known, AtomicLong fresh) {
            return new Mix(100, repetition, known, fresh, fresh.get(), new SplittableRandom(1));
        }

        private long next() {
            return random.nextInt(100) < repeated ? from + random.nextInt(known) : fresh.getAndIncrement();
        }

        private Answer expected(long number) {
            return repeated > 0 && number >= from && number < from + known ? repetition : Answer.STORED;
        }
    }

    /// The result of a run.
    ///
    /// @param asked the intended rate, 0 in a closed loop
    /// @param rate of the answers, between the first and the last
    /// @param overrun whether the run was aborted because requests left too late
    /// @param latency in microseconds, from when a request was meant to leave
    public record Result(double asked, double rate, long errors, boolean overrun, Histogram latency) {

        /// Whether the target kept up, so that its queue did not grow.
        public boolean sustained() {
            return !overrun && errors == 0 && rate >= 0.99 * asked && p(99) <= 250;
        }

        /// Returns this result, or fails if an answer was wrong.
        public Result checked() {
            if (errors > 0 || overrun) {
                throw new IllegalStateException("not every request was answered as it should be: " + this);
            }
            return this;
        }

        /// A percentile in milliseconds.
        public double p(double percentile) {
            return latency.getValueAtPercentile(percentile) / 1000d;
        }

        @Override
        public String toString() {
            return "%,9.0f/s of %,9.0f, p99 %.1f ms, %d errors%s"
                    .formatted(rate, asked, p(99), errors, overrun ? ", broken off" : "");
        }
    }
}
