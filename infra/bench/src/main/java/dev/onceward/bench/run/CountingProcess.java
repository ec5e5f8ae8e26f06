package dev.onceward.bench.run;

import java.io.IOException;
import java.time.Duration;

/// A process that counts what it has done: queries to the database would slow down what is measured.
public record CountingProcess(JavaProcess process, Count count) implements AutoCloseable {
    /// Some processes write all their metrics for a look. Every 10 ms that took a tenth of what was measured.
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /// Returns how much a second the process does once its JVM is warm. The end of the work is not counted, because it is
    /// noticed late.
    ///
    /// @param total how much there is to do
    /// @param warmUp for how long it works before it is measured, unless half of the work is done then
    public double rate(long total, Duration warmUp, Options options) throws IOException {
        var idle = look();
        var _ = await(1, Duration.ofSeconds(60));
        var warm = await(total / 2, warmUp);
        var end = await(total - total / 20, Duration.ofSeconds(options.choose(30, 4, 10)));
        var ended = end.done() >= total - total / 20;
        process.check(ended || end.done() > warm.done(), "does nothing");
        // If all was done before the second look, the rate counts from the start.
        var rate = end.rateSince(end.done() == warm.done() ? idle : warm);
        System.err.printf("    %-20s%,9.0f/s, %,d after %,d to get warm%n", process.name(), rate,
                end.done() - warm.done(), warm.done());
        return rate;
    }

    /// Waits until so much is done, or the time is over.
    public Seen await(long done, Duration time) throws IOException {
        var begun = System.nanoTime();
        var seen = look();
        while (seen.done < done && seen.at - begun < time.toNanos()) {
            Await.pause(LOOK_EVERY);
            process.check(process.process().isAlive(), "has ended");
            seen = look();
        }
        return seen;
    }

    /// How much is done so far.
    public Seen look() throws IOException {
        var done = count.of(process);
        return new Seen(System.nanoTime(), done);
    }

    @Override
    public void close() {
        process.close();
    }

    /// Reads the count of a process.
    public interface Count {
        long of(JavaProcess process) throws IOException;
    }

    /// How much was done at a time.
    public record Seen(long at, long done) {

        /// The rate a second.
        public double rateSince(Seen before) {
            return (done - before.done) * 1e9 / (at - before.at);
        }
    }
}
