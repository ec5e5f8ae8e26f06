/// The store of a guard in which PostgreSQL decides, and memory and Redis answer repetitions.
@NullMarked
package dev.onceward.internal.guard.tiered;

import org.jspecify.annotations.NullMarked;
