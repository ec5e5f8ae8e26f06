/// Appends to the insert-only log, and the keys that let it hold each event once.
@NullMarked
package dev.onceward.intake.log;

import org.jspecify.annotations.NullMarked;
