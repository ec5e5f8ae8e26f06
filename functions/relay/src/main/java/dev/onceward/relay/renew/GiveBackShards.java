package dev.onceward.relay.renew;

import java.time.Duration;
import java.util.Collection;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.UnfinishedAttempts;
import dev.onceward.relay.lease.KeepLeases;
import dev.onceward.relay.settle.SaveProgress;

/// Gives shards back. What is under way is waited for as long as the leases certainly hold, because whoever has them next
/// would deliver it again.
public final class GiveBackShards {
    private final KeepLeases leases;
    private final UnfinishedAttempts unfinishedAttempts;
    private final SaveProgress progress;
    private final Duration patience;

    /// @param patience how long attempts that are under way are waited for
    public GiveBackShards(KeepLeases leases, UnfinishedAttempts unfinishedAttempts, SaveProgress progress,
            Duration patience) {
        this.leases = leases;
        this.unfinishedAttempts = unfinishedAttempts;
        this.progress = progress;
        this.patience = patience;
    }

    /// Whether nothing is under way, so that what was held before may be taken back.
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
