/// Stores an event once, and says which outcome a request had.
@NullMarked
package dev.onceward.intake.store;

import org.jspecify.annotations.NullMarked;
