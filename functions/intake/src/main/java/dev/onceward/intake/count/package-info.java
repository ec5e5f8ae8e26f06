/// Counts the outcomes of requests.
@NullMarked
package dev.onceward.intake.count;

import org.jspecify.annotations.NullMarked;
