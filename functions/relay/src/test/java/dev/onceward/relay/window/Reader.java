package dev.onceward.relay.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.onceward.relay.edge.ReadEdges;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;

/// Reads the log as a subscription does, from the edge where it was made.
final class Reader {
    private static final Set<Short> ALL = IntStream.range(0, 16).mapToObj(n -> (short) n)
            .collect(Collectors.toUnmodifiableSet());

    final ReadWindows readWindows = new ReadWindows(Servers.pool(), Duration.ofSeconds(20));
    private final OpenWindow openWindow = new OpenWindow(Servers.pool(), Duration.ofSeconds(20));
    final ReadEdges edges = new ReadEdges(Servers.pool(), Duration.ofSeconds(20));
    final List<EventToDeliver> read = new ArrayList<>();
    private final List<WindowEdge> known = new ArrayList<>();
    private final int page;
    private final boolean remembers;
    ReadPosition readPosition;

    Reader(int page, boolean remembers) {
        this.page = page;
        this.remembers = remembers;
        this.readPosition = ReadPosition.at(await(edges.now()));
    }

    Reader(int page) {
        this(page, true);
    }

    static Reader fromEarliest(int page) {
        var reader = new Reader(page);
        reader.readPosition = ReadPosition.at(WindowEdge.EARLIEST);
        return reader;
    }

    /// One page.
    List<EventToDeliver> page() {
        var window = readPosition.rest().orElseGet(() -> await(openWindow.after(readPosition.from(), known, page)));
        var got = await(readWindows.page(window, ALL, EventFilter.ALL, page));
        if (remembers) {
            known.add(readPosition.from());
        }
        readPosition = got.place();
        read.addAll(got.events());
        return got.events();
    }

    /// Pages until a window ends with nothing in it.
    List<UUID> rest() {
        var before = read.size();
        var quiet = false;
        while (!quiet) {
            quiet = page().isEmpty() && readPosition.to() == null
                    && await(edges.now()).high() <= readPosition.from().high();
        }
        return ids().subList(before, read.size());
    }

    List<UUID> ids() {
        return read.stream().map(placed -> placed.event().id()).toList();
    }
}
