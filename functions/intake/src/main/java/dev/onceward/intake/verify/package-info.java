/// Holding requests against what their source signs with.
@NullMarked
package dev.onceward.intake.verify;

import org.jspecify.annotations.NullMarked;
