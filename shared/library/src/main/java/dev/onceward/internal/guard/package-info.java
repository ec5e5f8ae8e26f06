/// Where a guard claims keys and keeps answers: PostgreSQL, Redis, or both.
@NullMarked
package dev.onceward.internal.guard;

import org.jspecify.annotations.NullMarked;
