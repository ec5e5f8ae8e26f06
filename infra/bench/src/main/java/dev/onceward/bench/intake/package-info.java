/// The measurements of intake: its highest rate, the cost of verification, and how fast it starts.
@NullMarked
package dev.onceward.bench.intake;

import org.jspecify.annotations.NullMarked;
