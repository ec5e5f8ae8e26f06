package dev.onceward.internal.guard;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

/// Renews a lease while an operation runs.
public final class RenewLease {
    private final GuardStore store;
    private final ScheduledExecutorService timers;

    /// @param timers whose threads never block. Those of Mutiny run the blocking endpoints of the application, and when all of
    ///        them wait, the leases of a healthy process would end
    public RenewLease(GuardStore store, ScheduledExecutorService timers) {
        this.store = store;
        this.timers = timers;
    }

    /// Returns what the work returns. The lease is renewed each time seven tenths of it have passed, until the work has
    /// ended. If the lease is lost, the work is cancelled and the result is the failure [LeaseIsLost].
    public <T extends @Nullable Object> Uni<T> during(Lease lease, Uni<T> work) {
        return Multi.createBy().merging()
                .streams(work.map(Ended::new).toMulti(), renewals(lease))
                .collect().first()
                .map(Ended::answer);
    }

    /// Never completes and never emits an item.
    private <T extends @Nullable Object> Multi<Ended<T>> renewals(Lease lease) {
        var pause = tenth(lease).multipliedBy(7);
        return Multi.createFrom().ticks().startingAfter(pause).onExecutor(timers).every(pause).onOverflow().drop()
                .onItem().transformToUniAndConcatenate(_ -> renew(lease))
                .onItem().transformToMultiAndConcatenate(_ -> Multi.createFrom().empty());
    }

    /// Tries again after a failure, for as long as the lease lasts: the pool may hold connections that are broken. A
    /// renewal that comes to nothing is reported, and the next one may still find the lease.
    private Uni<Boolean> renew(Lease lease) {
        var tenth = tenth(lease);
        return store.renew(lease).ifNoItem().after(tenth).on(timers).fail()
                .onFailure().retry().withExecutor(timers).withBackOff(tenth.dividedBy(10), tenth)
                .expireIn(2 * tenth.toMillis())
                .onFailure().invoke(cause -> Log.warnf("the guard could not renew a lease: %s cause=%s", lease,
                        cause.toString()))
                .onFailure().recoverWithItem(true)
                .onItem().call(renewed -> renewed ? Uni.createFrom().voidItem() : failUnlessCompleted(lease));
    }

    /// A renewal that waited for the commit of the answer finds a key that is completed.
    private Uni<Void> failUnlessCompleted(Lease lease) {
        return store.isCompleted(lease).onItem().transformToUni(isCompleted -> isCompleted
                ? Uni.createFrom().voidItem()
                : Uni.createFrom().failure(new LeaseIsLost(lease)));
    }

    private static Duration tenth(Lease lease) {
        return lease.request().lease().dividedBy(10);
    }

    private record Ended<T extends @Nullable Object>(T answer) {}

    /// Ends the run of an operation whose key another call has claimed, and rolls its transaction back.
    public static final class LeaseIsLost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public LeaseIsLost(Lease lease) {
            super("another call has claimed the key: " + lease, null, false, false);
        }
    }
}
