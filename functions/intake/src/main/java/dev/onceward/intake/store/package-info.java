/// Stores an event once, and says what became of a request.
@NullMarked
package dev.onceward.intake.store;

import org.jspecify.annotations.NullMarked;
