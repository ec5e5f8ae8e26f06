/// Says how a request would be judged, without storing it.
@NullMarked
package dev.onceward.intake.dryrun;

import org.jspecify.annotations.NullMarked;
