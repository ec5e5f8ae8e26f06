package dev.onceward.relay.read;

import java.util.function.IntConsumer;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.relay.window.OpenWindow;
import dev.onceward.relay.window.Page;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.relay.window.ReadWindows;
import dev.onceward.relay.window.Window;

/// Reads the next events of the log, for the shards that have been read least.
public final class ReadLog {

    /// How a subscription reads the log.
    ///
    /// @param pageEvents the most events of a page
    /// @param pages receives the number of events of each page
    public record Settings(EventFilter wanted, int pageEvents, IntConsumer pages) {}

    private final OpenWindow openWindow;
    private final ReadWindows readWindows;
    private final Settings settings;
    private final HeldShards heldShards;
    private final ParkedKeys keys;
    private final KnownEdges knownEdges;

    public ReadLog(OpenWindow openWindow, ReadWindows readWindows, Settings settings, HeldShards heldShards,
            ParkedKeys keys) {
        this.openWindow = openWindow;
        this.readWindows = readWindows;
        this.settings = settings;
        this.heldShards = heldShards;
        this.keys = keys;
        this.knownEdges = new KnownEdges(heldShards);
    }

    /// Reads the next page, and looks up which of its ordering keys have parked events.
    public Uni<PageRead> page(int most) {
        var readPosition = heldShards.furthestBack();
        return readPosition.rest().map(rest -> Uni.createFrom().item(rest)).orElseGet(() -> open(readPosition))
                .chain(window -> readWindows.page(window, heldShards.shardsAt(readPosition), settings.wanted(), most))
                .onItem().invoke(this::check)
                .onItem().call(page -> keys.ask(page.events()))
                .onItem().invoke(page -> settings.pages().accept(page.events().size()))
                .map(page -> new PageRead(readPosition, page));
    }

    /// Refuses a page that was read after a crash of the server, because it may lack its first events. Its settlement
    /// would fail, but an event could have been delivered before an earlier one of its key.
    private void check(Page page) {
        var incarnation = page.incarnation();
        if (incarnation != null && !heldShards.areFrom(incarnation)) {
            throw new IllegalStateException("PostgreSQL restarted or failed over since the leases were taken");
        }
    }

    /// Moves the position behind the page, if there is one.
    ///
    /// @return whether the position changed
    public boolean pass(@Nullable PageRead pageRead) {
        if (pageRead == null) {
            return false;
        }
        var to = pageRead.page().place();
        if (to.to() == null) {
            knownEdges.add(pageRead.from().from());
        }
        heldShards.move(pageRead.from(), to);
        return !to.equals(pageRead.from());
    }

    private Uni<Window> open(ReadPosition readPosition) {
        return openWindow.after(readPosition.from(), knownEdges.all(), settings.pageEvents()).map(heldShards::meeting);
    }
}
