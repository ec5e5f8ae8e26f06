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

/// Reads what comes next in the log, for the shards that are furthest back.
public final class ReadLog {

    /// How a subscription reads.
    ///
    /// @param pageEvents the most events of a page
    /// @param pages is told how many events each page has
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

    /// The next page. Which of its keys have parked events is known then.
    public Uni<PageRead> page(int most) {
        var readPosition = heldShards.furthestBack();
        return readPosition.rest().map(rest -> Uni.createFrom().item(rest)).orElseGet(() -> open(readPosition))
                .chain(window -> readWindows.page(window, heldShards.shardsAt(readPosition), settings.wanted(), most))
                .onItem().invoke(this::check)
                .onItem().call(page -> keys.ask(page.events()))
                .onItem().invoke(page -> settings.pages().accept(page.events().size()))
                .map(page -> new PageRead(readPosition, page));
    }

    /// After a crash of the server a page may lack an event that it should begin with. Settled it would not be, but an event
    /// that comes later in the order of its key would be delivered first.
    private void check(Page page) {
        var incarnation = page.incarnation();
        if (incarnation != null && !heldShards.areFrom(incarnation)) {
            throw new IllegalStateException("PostgreSQL restarted or failed over since the leases were taken");
        }
    }

    /// Stands behind the page from now on, if there is one.
    ///
    /// @return whether that is any further
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
