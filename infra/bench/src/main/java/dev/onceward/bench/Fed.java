package dev.onceward.bench;

import java.io.IOException;

import io.vertx.core.Future;

import dev.onceward.bench.Pace.Steady;

/// A carrier together with what feeds it.
interface Fed extends AutoCloseable {
    Carrying carrying();

    /// How many it was given.
    long given();

    void fill(int events);

    Future<Void> feed(Steady pace);

    default long behind() {
        return given() - carrying().progress().delivered();
    }

    @Override
    void close();

    static Fed relay(Places places) throws IOException, InterruptedException {
        var appender = new Appender(places.vertx(), places.postgres(), _ -> {});
        return new Relayed(Carrying.counted(Carrier.NONE, "horizon", places), appender);
    }

    static Fed skipLocked(Places places) throws IOException, InterruptedException {
        var outbox = Outbox.made(places);
        return new Skipped(Carrying.start(Carrier.SKIP_LOCKED, "", "", places, false), outbox);
    }

    record Relayed(Carrying carrying, Appender appender) implements Fed {

        @Override
        public long given() {
            return appender.appended();
        }

        @Override
        public void fill(int events) {
            appender.fill(events);
        }

        @Override
        public Future<Void> feed(Steady pace) {
            return appender.append(pace);
        }

        @Override
        public void close() {
            carrying.close();
            appender.close();
        }
    }

    record Skipped(Carrying carrying, Outbox outbox) implements Fed {

        @Override
        public long given() {
            return outbox.given().get();
        }

        @Override
        public void fill(int events) {
            outbox.fill(events);
        }

        @Override
        public Future<Void> feed(Steady pace) {
            return outbox.feed(pace);
        }

        @Override
        public void close() {
            carrying.close();
            outbox.close();
        }
    }
}
