/// PostgreSQL, asked with an end to the waiting.
@NullMarked
package dev.onceward.internal.postgres;

import org.jspecify.annotations.NullMarked;
