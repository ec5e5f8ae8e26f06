/// What could not be delivered yet, and what was tried.
@NullMarked
package dev.onceward.parked;

import org.jspecify.annotations.NullMarked;
