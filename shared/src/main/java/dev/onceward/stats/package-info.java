/// Counts per source, right across replicas and restarts.
@NullMarked
package dev.onceward.stats;

import org.jspecify.annotations.NullMarked;
