/// Tells an operator whether a request would be accepted, without storing it.
@NullMarked
package dev.onceward.intake.dryrun;

import org.jspecify.annotations.NullMarked;
