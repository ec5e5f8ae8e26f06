/// Runs statements in PostgreSQL within a time limit.
@NullMarked
package dev.onceward.internal.postgres;

import org.jspecify.annotations.NullMarked;
