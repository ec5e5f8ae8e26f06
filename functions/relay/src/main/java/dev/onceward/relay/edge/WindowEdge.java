package dev.onceward.relay.edge;

import java.util.OptionalLong;
import java.util.stream.LongStream;

/// The beginning or the end of a window: a snapshot and its place in the log.
///
/// @param next what transactions from this one on append has a `seq` above `low`
/// @param high what the snapshot shows has a `seq` of at most this
public record WindowEdge(Snapshot snapshot, long next, long low, long high) implements Comparable<WindowEdge> {

    /// Lies before every event.
    public static final WindowEdge EARLIEST = new WindowEdge(Snapshot.of("1:1:"), 1, 0, 0);

    /// Whether this edge shows more events than another.
    public boolean isAfter(WindowEdge other) {
        return compareTo(other) > 0;
    }

    /// Of two snapshots with one `xmax`, the later one has fewer transactions in progress.
    @Override
    public int compareTo(WindowEdge other) {
        var byEnd = Long.compare(snapshot.xmax(), other.snapshot.xmax());
        return byEnd != 0
                ? byEnd
                : Integer.compare(other.snapshot.inProgress().size(), snapshot.inProgress().size());
    }

    /// The first transaction that was in progress at this edge and has ended at the other. Its events may lie far back
    /// in the log.
    public OptionalLong firstEnded(WindowEdge there) {
        var listed = snapshot.inProgress().stream().mapToLong(Long::longValue).filter(there.snapshot::shows);
        var unlisted = snapshot.xmax() < next ? LongStream.of(snapshot.xmax()) : LongStream.empty();
        return LongStream.concat(listed, unlisted).min();
    }
}
