/// Releases requests from the quarantine, or drops them.
@NullMarked
package dev.onceward.intake.release;

import org.jspecify.annotations.NullMarked;
