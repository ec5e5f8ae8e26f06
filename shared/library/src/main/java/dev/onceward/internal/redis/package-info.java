/// What every use of Redis needs.
@NullMarked
package dev.onceward.internal.redis;

import org.jspecify.annotations.NullMarked;
