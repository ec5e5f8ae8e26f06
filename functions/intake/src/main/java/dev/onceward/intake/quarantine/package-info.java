/// Keeps requests that failed verification for an operator.
@NullMarked
package dev.onceward.intake.quarantine;

import org.jspecify.annotations.NullMarked;
