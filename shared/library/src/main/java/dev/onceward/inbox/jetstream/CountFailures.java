package dev.onceward.inbox.jetstream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.nats.client.Message;

/// Counts how often messages failed in this process. The server's own count of deliveries is no count of failures: it
/// also grows when a process dies, and when a message waits in the client for too long. Of more than 10,000 messages
/// that failed, the ones that failed longest ago are forgotten, and begin again.
final class CountFailures {
    private static final int MOST = 10_000;

    private final Map<Place, Failures> failures = new LinkedHashMap<>(16, 0.75f, true);

    private record Place(String stream, long sequence) {
        static Place of(Message message) {
            var metadata = message.metaData();
            return new Place(metadata.getStream(), metadata.streamSequence());
        }
    }

    /// @param reason why the message is given up; empty as long as it is not
    private record Failures(int times, Optional<String> reason) {}

    /// @return how often the message has failed by now
    int add(Message message) {
        return add(message, Optional.empty());
    }

    /// Counts that a message could not be given up. It has no further attempt.
    ///
    /// @return how often the message has failed by now, with its dead letter
    int addGivenUp(Message message, String reason) {
        return add(message, Optional.of(reason));
    }

    /// Why a message is given up, if it is.
    synchronized Optional<String> reason(Message message) {
        return Optional.ofNullable(failures.get(Place.of(message))).flatMap(Failures::reason);
    }

    private synchronized int add(Message message, Optional<String> reason) {
        var place = Place.of(message);
        var before = failures.get(place);
        var times = before == null ? 1 : before.times() + 1;
        var _ = failures.put(place, new Failures(times, reason));
        if (failures.size() > MOST) {
            var _ = failures.remove(failures.keySet().iterator().next());
        }
        return times;
    }

    synchronized void forget(Message message) {
        var _ = failures.remove(Place.of(message));
    }
}
