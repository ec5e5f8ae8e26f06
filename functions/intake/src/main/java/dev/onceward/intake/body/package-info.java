/// Reads whole requests within their limits.
@NullMarked
package dev.onceward.intake.body;

import org.jspecify.annotations.NullMarked;
