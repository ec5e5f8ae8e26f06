/// The guard: runs an operation once for each idempotency key, keeps its answer, and replays it to repetitions.
@NullMarked
package dev.onceward.guard;

import org.jspecify.annotations.NullMarked;
