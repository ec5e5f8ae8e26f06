package dev.onceward.inbox.jetstream;

import java.util.LinkedHashMap;
import java.util.Map;

import io.nats.client.Message;

/// Counts how often messages failed in this process. The server's own count of deliveries is no count of failures: it
/// also grows when a process dies, and when a message waits in the client for too long. Of more than 10,000 messages
/// that failed, the ones that failed longest ago are forgotten, and begin again.
final class CountFailures {
    private static final int MOST = 10_000;

    private final Map<Place, Integer> failures = new LinkedHashMap<>(16, 0.75f, true);

    private record Place(String stream, long sequence) {
        static Place of(Message message) {
            var metadata = message.metaData();
            return new Place(metadata.getStream(), metadata.streamSequence());
        }
    }

    /// @return how often the message has failed by now
    synchronized int add(Message message) {
        var times = failures.merge(Place.of(message), 1, Integer::sum);
        if (failures.size() > MOST) {
            var _ = failures.remove(failures.keySet().iterator().next());
        }
        return times;
    }

    synchronized void forget(Message message) {
        var _ = failures.remove(Place.of(message));
    }
}
