package dev.onceward.relay.edge;

import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/// The transactions that had ended at a moment: all below `xmin`, none from `xmax` on, and between them all but those
/// in progress. Of two snapshots the later one shows everything that the earlier one shows.
///
/// @param text as PostgreSQL writes a `pg_snapshot`
/// @param inProgress in ascending order
public record Snapshot(String text, long xmin, long xmax, List<Long> inProgress) {
    private static final Pattern COMMA = Pattern.compile(",");

    public static Snapshot of(String text) {
        var parts = text.split(":", 3);
        return new Snapshot(text, Long.parseLong(parts[0]), Long.parseLong(parts[1]),
                COMMA.splitAsStream(parts[2]).filter(tx -> !tx.isEmpty()).map(Long::valueOf).toList());
    }

    public boolean shows(long tx) {
        return tx < xmin || (tx < xmax && Collections.binarySearch(inProgress, tx) < 0);
    }
}
