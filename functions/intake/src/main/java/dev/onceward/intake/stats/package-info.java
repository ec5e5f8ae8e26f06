/// Counts per source, exact across replicas and restarts.
@NullMarked
package dev.onceward.intake.stats;

import org.jspecify.annotations.NullMarked;
