package dev.onceward.relay.read;

import dev.onceward.relay.window.Page;
import dev.onceward.relay.window.ReadPosition;

/// A page, and where it was read from.
public record PageRead(ReadPosition from, Page page) {

    /// Whether there may be more behind it.
    public boolean hasMore() {
        return page.more() || !page.events().isEmpty();
    }
}
