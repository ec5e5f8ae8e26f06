/// The insert-only log of events, and the keys that let it hold each event once.
@NullMarked
package dev.onceward.log;

import org.jspecify.annotations.NullMarked;
