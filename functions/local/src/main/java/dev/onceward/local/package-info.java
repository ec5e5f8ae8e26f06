/// Runs all functions in one process.
@NullMarked
package dev.onceward.local;

import org.jspecify.annotations.NullMarked;
