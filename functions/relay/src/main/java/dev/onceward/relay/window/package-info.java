/// How the log is read: in windows between two edges, so that nothing committed late is skipped.
@NullMarked
package dev.onceward.relay.window;

import org.jspecify.annotations.NullMarked;
