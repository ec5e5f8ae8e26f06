package dev.onceward.outbox;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Selects the events of a list that are to be stored. An event with a business key is stored only if its id was claimed.
final class BusinessKeys {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private BusinessKeys() {}

    /// The events whose ids must be claimed.
    static List<OutgoingEvent> toClaim(List<OutgoingEvent> events) {
        return events.stream().filter(event -> event.businessKey() != null).toList();
    }

    /// Leaves out events that were stored before. Of two events with one claimed id, the first stays.
    static List<OutgoingEvent> toStore(List<OutgoingEvent> events, Set<UUID> claimed) {
        var left = new HashSet<>(claimed);
        return events.stream().filter(event -> event.businessKey() == null || left.remove(event.id())).toList();
    }

    /// For how long ids stay claimed.
    static double seconds(OutboxConfig config) {
        var retention = config.retention();
        if (retention.compareTo(SHORTEST) < 0 || retention.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "onceward.outbox.retention is %s: it must be between 1m and 3650d.".formatted(retention));
        }
        return retention.toMillis() / 1000.0;
    }
}
