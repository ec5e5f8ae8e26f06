package dev.onceward.runtime.operation;

import java.time.OffsetDateTime;

import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/// The state of a key as operators see it. It has no answer: answers are the data of callers. It has the beginning of the
/// request only if the operation keeps that for operators.
final class OperationKeyView {
    private OperationKeyView() {}

    static JsonObject json(KeyAddress address, Row row) {
        return new JsonObject()
                .put("operation", address.operation())
                .put("caller", address.caller())
                .put("key", address.key())
                .put("state", row.getString("state"))
                .put("attempts", row.getInteger("attempts"))
                .put("startedAt", time(row, "started_at"))
                .put("endedAt", time(row, "ended_at"))
                .put("leaseUntil", time(row, "lease_until"))
                .put("leaseHasEnded", row.getBoolean("lease_has_ended"))
                .put("lastError", row.getString("last_error"))
                .put("request", row.getString("request"))
                .put("expiresAt", time(row, "expires_at"));
    }

    private static @Nullable String time(Row row, String column) {
        OffsetDateTime time = row.getOffsetDateTime(column);
        return time == null ? null : time.toInstant().toString();
    }
}
