package dev.onceward.internal.guard;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.vertx.UniHelper;
import org.jspecify.annotations.Nullable;

/// Renews a lease while an operation runs.
public final class RenewLease {
    private static final Cancellable NOT_STARTED = () -> {};
    private static final Cancellable ENDED = () -> {};

    private final GuardStore store;
    private final EventExecutorGroup eventLoops;

    /// @param eventLoops never block. The threads of Mutiny run the blocking endpoints of the application, and when all of them
    ///        wait, the leases of a healthy process would end
    public RenewLease(GuardStore store, EventExecutorGroup eventLoops) {
        this.store = store;
        this.eventLoops = eventLoops;
    }

    /// Returns what the work returns. The lease is renewed each time seven tenths of it have passed, until the work has
    /// ended. If the lease is lost, the work is cancelled and the result is the failure [LeaseIsLost].
    public <T extends @Nullable Object> Uni<T> during(Lease lease, Uni<T> work) {
        return Uni.createFrom().emitter(ended -> {
            var working = new AtomicReference<Cancellable>(NOT_STARTED);
            var renewals = renewals(lease, lost -> {
                end(working);
                ended.fail(lost);
            });
            var _ = ended.onTermination(() -> {
                renewals.cancel();
                end(working);
            });
            var started = work.subscribe().with(ended.context(), ended::complete, ended::fail);
            if (!working.compareAndSet(NOT_STARTED, started)) {
                started.cancel();
            }
        });
    }

    private static void end(AtomicReference<Cancellable> working) {
        working.getAndSet(ENDED).cancel();
    }

    /// One timer and nothing else, because most work ends before the first renewal.
    private Cancellable renewals(Lease lease, Consumer<Throwable> lost) {
        var pause = tenth(lease).multipliedBy(7).toNanos();
        var isRenewing = new AtomicBoolean();
        var renewal = new AtomicReference<Cancellable>(NOT_STARTED);
        var timer = eventLoop().scheduleAtFixedRate(() -> {
            if (isRenewing.compareAndSet(false, true)) {
                renewal.set(renew(lease).onTermination().invoke(() -> isRenewing.set(false))
                        .subscribe().with(_ -> {}, lost));
            }
        }, pause, pause, TimeUnit.NANOSECONDS);
        return () -> {
            timer.cancel(false);
            renewal.get().cancel();
        };
    }

    /// That of the caller if it is on one: it needs no other thread to set a timer.
    private EventExecutor eventLoop() {
        for (var loop : eventLoops) {
            if (loop.inEventLoop()) {
                return loop;
            }
        }
        return eventLoops.next();
    }

    /// Tries again after a failure, for as long as the lease lasts: the pool may hold connections that are broken. A
    /// renewal that comes to nothing is reported, and the next one may still find the lease.
    private Uni<Boolean> renew(Lease lease) {
        var tenth = tenth(lease);
        return store.renew(lease).ifNoItem().after(tenth).on(eventLoops).fail()
                .onFailure().retry().withExecutor(eventLoops).withBackOff(tenth.dividedBy(10), tenth)
                .expireIn(2 * tenth.toMillis())
                .onFailure().invoke(cause -> Log.warnf("the guard could not renew a lease: %s cause=%s", lease,
                        cause.toString()))
                .onFailure().recoverWithItem(true)
                .onItem().call(renewed -> renewed ? Uni.createFrom().voidItem() : failUnlessCompleted(lease));
    }

    /// A renewal that waited for the commit of the answer finds a key that is completed.
    private Uni<Void> failUnlessCompleted(Lease lease) {
        return UniHelper.toUni(store.isCompleted(lease)).onItem().transformToUni(isCompleted -> isCompleted
                ? Uni.createFrom().voidItem()
                : Uni.createFrom().failure(new LeaseIsLost(lease)));
    }

    private static Duration tenth(Lease lease) {
        return lease.request().lease().dividedBy(10);
    }

    /// Ends the run of an operation whose key another call has claimed, and rolls its transaction back.
    public static final class LeaseIsLost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public LeaseIsLost(Lease lease) {
            super("another call has claimed the key: " + lease, null, false, false);
        }
    }
}
