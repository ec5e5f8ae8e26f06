/// Shows stored events.
@NullMarked
package dev.onceward.intake.event;

import org.jspecify.annotations.NullMarked;
