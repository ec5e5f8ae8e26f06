/// The insert-only log of events, as its readers see it.
@NullMarked
package dev.onceward.runtime.log;

import org.jspecify.annotations.NullMarked;
