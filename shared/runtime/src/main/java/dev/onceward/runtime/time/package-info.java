/// This machine's clock.
@NullMarked
package dev.onceward.runtime.time;

import org.jspecify.annotations.NullMarked;
