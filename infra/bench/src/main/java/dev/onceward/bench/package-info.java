/// Measures in an open loop: requests leave on a fixed schedule, and what the server delays is counted from the moment
/// it was meant to leave. Everything that sends is on one event loop, so nothing here needs a lock.
@NullMarked
package dev.onceward.bench;

import org.jspecify.annotations.NullMarked;
