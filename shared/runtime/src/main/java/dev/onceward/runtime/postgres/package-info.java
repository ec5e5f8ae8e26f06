/// The functions' pool of connections to PostgreSQL, and what its failures mean to them.
@NullMarked
package dev.onceward.runtime.postgres;

import org.jspecify.annotations.NullMarked;
