/// The edges of windows: snapshots and their places in the log.
@NullMarked
package dev.onceward.relay.edge;

import org.jspecify.annotations.NullMarked;
