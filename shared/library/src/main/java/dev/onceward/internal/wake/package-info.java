/// Tells those who read the log that there is something to read.
@NullMarked
package dev.onceward.internal.wake;

import org.jspecify.annotations.NullMarked;
