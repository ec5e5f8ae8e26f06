package dev.onceward.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

import jakarta.inject.Singleton;

/// Keeps the last events that this process's receiver got, the newest first.
@Singleton
class LastReceivedEvents {
    private static final int MOST = 100;
    private static final int LONGEST = 200;

    private final Deque<Arrival> last = new ArrayDeque<>();

    /// @param at when the event was stored, from the attribute `time`
    record Arrival(String id, String source, String type, String at, String body) {

        @Override
        public String toString() {
            var start = body.length() > LONGEST ? body.substring(0, LONGEST) + " …" : body;
            return "%s  %s  %s  %s%n    %s%n".formatted(at, id, source, type, start.replaceAll("\\p{Cntrl}", " "));
        }
    }

    synchronized void add(Arrival arrival) {
        last.addFirst(arrival);
        if (last.size() > MOST) {
            var _ = last.removeLast();
        }
    }

    synchronized String text() {
        return last.isEmpty()
                ? "Nothing has arrived yet.\n"
                : last.stream().map(Arrival::toString).collect(Collectors.joining());
    }
}
