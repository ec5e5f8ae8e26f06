package dev.onceward.relay.courier;

import dev.onceward.window.Page;
import dev.onceward.window.ReadPosition;

/// A page, and where it was read from.
record PageRead(ReadPosition from, Page page) {

    /// Whether there may be more behind it.
    boolean hasMore() {
        return page.more() || !page.events().isEmpty();
    }
}
