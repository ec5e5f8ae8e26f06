package dev.onceward.internal.guard.postgres;

import java.time.Duration;

import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.KeyClaim.Abandoned;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.internal.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptFailure;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.KeyClaim.SupersededBy;
import dev.onceward.internal.guard.Lease;

/// Reads what the functions that claim keys return.
final class ClaimRow {
    private ClaimRow() {}

    static KeyClaim read(ClaimRequest request, Row row) {
        return switch (row.getString("claim")) {
            case "granted" -> new ClaimGranted(Lease.inPostgres(request, row.getLong("generation")));
            case "in_flight" -> new LeasedByAnother(left(row));
            case "mismatch" -> new ForAnotherRequest();
            case "completed" -> answered(row.getDelegate().getBuffer("answer"), left(row));
            case "failed" -> new KeptFailure(row.getString("last_error"), left(row));
            case "held" -> new Abandoned();
            case "superseded" -> new SupersededBy(row.getString("current_id"));
            default -> throw new IllegalStateException("unknown claim: " + row.getString("claim"));
        };
    }

    private static Duration left(Row row) {
        var seconds = row.getDouble("left_seconds");
        return seconds == null ? KeyClaim.FOREVER : Duration.ofMillis((long) (1000 * seconds));
    }

    private static KeyClaim answered(@Nullable Buffer answer, Duration left) {
        return answer == null ? new EndedWithoutAnswer(left) : new KeptAnswer(answer, left);
    }
}
