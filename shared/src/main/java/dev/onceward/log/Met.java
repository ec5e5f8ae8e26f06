package dev.onceward.log;

import dev.onceward.key.Key;
import dev.onceward.log.Appended.Known;

/// What an entry ran into that was not stored.
sealed interface Met {

    record Holder(Known known) implements Met {}

    /// The holder committed after our snapshot: the next look will see it.
    record Unseen() implements Met {}

    record Expired(Key key) implements Met {}
}
