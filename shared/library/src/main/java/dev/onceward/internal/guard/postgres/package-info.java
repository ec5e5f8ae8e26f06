/// The keys and answers of guarded operations in PostgreSQL.
@NullMarked
package dev.onceward.internal.guard.postgres;

import org.jspecify.annotations.NullMarked;
