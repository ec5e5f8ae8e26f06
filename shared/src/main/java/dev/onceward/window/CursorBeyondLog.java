package dev.onceward.window;

/// The log ends before the place that was read to, or before a tick that was left in it. The transaction ids that it gives
/// out from now on would count as read.
public final class CursorBeyondLog extends IllegalStateException {
    private static final long serialVersionUID = 1;

    CursorBeyondLog(Edge read, Edge now) {
        super("the log ends before the place that was read to, because PostgreSQL lost what it had shown or is another: "
                + "read=%s now=%s".formatted(read.snapshot().text(), now.snapshot().text()));
    }
}
