package dev.onceward.relay.edge;

/// The log ends before the place that was read to, or before a tick that was left in it. The transaction ids that are
/// assigned next would count as read.
public final class CursorBeyondLog extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public CursorBeyondLog(Edge read, Edge now) {
        super("the cursor lies beyond the end of the log, because PostgreSQL lost transactions in a crash or failover, or "
                + "because it is another server: read=%s now=%s".formatted(read.snapshot().text(),
                        now.snapshot().text()));
    }
}
