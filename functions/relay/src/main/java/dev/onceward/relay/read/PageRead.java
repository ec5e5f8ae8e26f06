package dev.onceward.relay.read;

import dev.onceward.relay.window.Page;
import dev.onceward.relay.window.ReadPosition;

/// A page, with the position from which it was read.
public record PageRead(ReadPosition from, Page page) {

    /// Whether the log may have more events after the page.
    public boolean hasMore() {
        return page.more() || !page.events().isEmpty();
    }
}
