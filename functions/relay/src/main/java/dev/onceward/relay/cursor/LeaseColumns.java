package dev.onceward.relay.cursor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.TreeMap;

import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;

import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.window.ReadPosition;

/// Turns leases into the arrays that a statement takes, and rows into leases.
final class LeaseColumns {
    private LeaseColumns() {}

    static boolean hasIncarnation(RowSet<Row> rows) {
        return rows.iterator().next().getString("incarnation") != null;
    }

    static HeldLeases held(RowSet<Row> rows) {
        var kept = new ArrayList<ShardLease>();
        var taken = new TreeMap<ShardLease, ReadPosition>(Comparator.comparingInt(ShardLease::shard));
        var share = 0;
        var paused = false;
        var restored = false;
        for (var row : rows) {
            share = row.getInteger("size");
            paused |= row.getBoolean("paused");
            restored |= row.getBoolean("restored");
            if (row.getShort("shard") == null) {
                continue;
            }
            var lease = new ShardLease(row.getShort("shard"), row.getLong("generation"), row.getString("incarnation"));
            if (row.getBoolean("kept")) {
                kept.add(lease);
            } else {
                taken.put(lease, place(row));
            }
        }
        return new HeldLeases(kept, taken, share, paused, restored);
    }

    private static ReadPosition place(Row row) {
        var from = new WindowEdge(Snapshot.of(row.getString("from_snapshot")), row.getLong("from_next"),
                row.getLong("from_low"), row.getLong("from_high"));
        return row.getString("to_snapshot") == null
                ? ReadPosition.at(from)
                : new ReadPosition(from,
                        new WindowEdge(Snapshot.of(row.getString("to_snapshot")), row.getLong("to_next"),
                                row.getLong("to_low"), row.getLong("to_high")),
                        row.getLong("after_seq"));
    }

    static Short[] shards(Collection<ShardLease> leases) {
        return leases.stream().map(ShardLease::shard).toArray(Short[]::new);
    }

    static Long[] generations(Collection<ShardLease> leases) {
        return leases.stream().map(ShardLease::generation).toArray(Long[]::new);
    }

    static String[] incarnations(Collection<ShardLease> leases) {
        return leases.stream().map(ShardLease::incarnation).toArray(String[]::new);
    }
}
