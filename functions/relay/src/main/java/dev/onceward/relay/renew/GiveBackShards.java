package dev.onceward.relay.renew;

import java.time.Duration;
import java.util.Collection;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.UnfinishedAttempts;
import dev.onceward.relay.lease.SubscriptionLeases;
import dev.onceward.relay.progress.SaveProgress;

/// Gives shards back. Attempts under way are awaited for as long as the leases certainly hold, because the next owner
/// would deliver their events again.
public final class GiveBackShards {
    private final SubscriptionLeases leases;
    private final UnfinishedAttempts unfinishedAttempts;
    private final SaveProgress progress;
    private final Duration patience;

    /// @param patience how long attempts under way are awaited
    public GiveBackShards(SubscriptionLeases leases, UnfinishedAttempts unfinishedAttempts, SaveProgress progress,
            Duration patience) {
        this.leases = leases;
        this.unfinishedAttempts = unfinishedAttempts;
        this.progress = progress;
        this.patience = patience;
    }

    /// Whether no attempt is under way, so that this process may take back its own leases.
    boolean haveNoAttempts() {
        return unfinishedAttempts.many() == 0;
    }

    Uni<Void> giveBackAll() {
        return giveBack(leases.held());
    }

    Uni<Void> giveBack(Collection<ShardLease> back) {
        return back.isEmpty() ? Uni.createFrom().voidItem() : settleAndRelease(back);
    }

    private Uni<Void> settleAndRelease(Collection<ShardLease> back) {
        return progress.settleRest()
                .chain(() -> unfinishedAttempts.untilAllEnd(patience))
                .chain(progress::settleRest)
                .chain(() -> leases.release(back));
    }
}
