/// Requests that were not genuine and are kept aside for an operator.
@NullMarked
package dev.onceward.intake.quarantine;

import org.jspecify.annotations.NullMarked;
