/// Connects the functions to PostgreSQL, and classifies its failures.
@NullMarked
package dev.onceward.runtime.postgres;

import org.jspecify.annotations.NullMarked;
