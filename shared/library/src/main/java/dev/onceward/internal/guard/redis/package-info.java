/// The keys of a guard in Redis.
@NullMarked
package dev.onceward.internal.guard.redis;

import org.jspecify.annotations.NullMarked;
