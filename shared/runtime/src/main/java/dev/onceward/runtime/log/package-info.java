/// The insert-only log of events, as those who read it see it.
@NullMarked
package dev.onceward.runtime.log;

import org.jspecify.annotations.NullMarked;
