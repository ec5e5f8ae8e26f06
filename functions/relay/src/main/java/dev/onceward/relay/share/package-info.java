/// Lets many callers share one piece of work.
@NullMarked
package dev.onceward.relay.share;

import org.jspecify.annotations.NullMarked;
