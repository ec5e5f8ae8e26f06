package dev.onceward.relay.edge;

import java.util.OptionalLong;
import java.util.stream.LongStream;

/// Where a window begins or ends: a snapshot, and where in the log it lies.
///
/// @param next what transactions from this one on append has a `seq` above `low`
/// @param high what the snapshot shows has a `seq` of at most this
public record Edge(Snapshot snapshot, long next, long low, long high) implements Comparable<Edge> {

    /// Before everything.
    public static final Edge EARLIEST = new Edge(Snapshot.of("1:1:"), 1, 0, 0);

    /// Whether it shows more than another.
    public boolean isAfter(Edge other) {
        return compareTo(other) > 0;
    }

    /// Of two snapshots with one `xmax`, the later one has fewer transactions in progress.
    @Override
    public int compareTo(Edge other) {
        var byEnd = Long.compare(snapshot.xmax(), other.snapshot.xmax());
        return byEnd != 0
                ? byEnd
                : Integer.compare(other.snapshot.inProgress().size(), snapshot.inProgress().size());
    }

    /// The first transaction that was under way here and has ended there: what it appended may lie far back.
    public OptionalLong firstEnded(Edge there) {
        var listed = snapshot.inProgress().stream().mapToLong(Long::longValue).filter(there.snapshot::shows);
        var unlisted = snapshot.xmax() < next ? LongStream.of(snapshot.xmax()) : LongStream.empty();
        return LongStream.concat(listed, unlisted).min();
    }
}
