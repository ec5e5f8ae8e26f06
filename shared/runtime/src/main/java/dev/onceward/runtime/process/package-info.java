/// Metrics of the process itself.
@NullMarked
package dev.onceward.runtime.process;

import org.jspecify.annotations.NullMarked;
