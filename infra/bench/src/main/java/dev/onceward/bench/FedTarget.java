package dev.onceward.bench;

import java.io.IOException;

import io.vertx.core.Future;

import dev.onceward.bench.SendRate.Steady;

/// A carrier together with what feeds it.
interface FedTarget extends AutoCloseable {
    RunningTarget carrying();

    /// How many it was given.
    long given();

    void fill(int events);

    Future<Void> feed(Steady pace);

    default long behind() {
        return given() - carrying().progress().delivered();
    }

    @Override
    void close();

    static FedTarget relay(DeliveryAddresses deliveryAddresses) throws IOException, InterruptedException {
        var appender = new Appender(deliveryAddresses.vertx(), deliveryAddresses.postgres(), _ -> {});
        return new Relayed(RunningTarget.counted(RelayTarget.NONE, "horizon", deliveryAddresses), appender);
    }

    static FedTarget skipLocked(DeliveryAddresses deliveryAddresses) throws IOException, InterruptedException {
        var outbox = OutboxTable.made(deliveryAddresses);
        return new Skipped(RunningTarget.start(RelayTarget.SKIP_LOCKED, "", "", deliveryAddresses, false), outbox);
    }

    record Relayed(RunningTarget carrying, Appender appender) implements FedTarget {

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

    record Skipped(RunningTarget carrying, OutboxTable outbox) implements FedTarget {

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
