/// The measurement of the inbox, beside consumers without one.
@NullMarked
package dev.onceward.bench.inbox;

import org.jspecify.annotations.NullMarked;
