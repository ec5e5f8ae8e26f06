/// Stores an event once, and returns the outcome of its request.
@NullMarked
package dev.onceward.intake.store;

import org.jspecify.annotations.NullMarked;
