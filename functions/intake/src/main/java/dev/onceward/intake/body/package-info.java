/// Reads the body of a request within its limits.
@NullMarked
package dev.onceward.intake.body;

import org.jspecify.annotations.NullMarked;
