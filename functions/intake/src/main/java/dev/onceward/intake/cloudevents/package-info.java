/// Reads requests as CloudEvents, in the three modes of the HTTP binding.
@NullMarked
package dev.onceward.intake.cloudevents;

import org.jspecify.annotations.NullMarked;
