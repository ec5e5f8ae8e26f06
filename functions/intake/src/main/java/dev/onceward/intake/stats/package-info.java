/// Counts per source, right across replicas and restarts.
@NullMarked
package dev.onceward.intake.stats;

import org.jspecify.annotations.NullMarked;
