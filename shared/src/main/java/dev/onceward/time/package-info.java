/// This machine's clock.
@NullMarked
package dev.onceward.time;

import org.jspecify.annotations.NullMarked;
