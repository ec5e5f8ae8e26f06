/// The command line of the benchmarks.
@NullMarked
package dev.onceward.bench;

import org.jspecify.annotations.NullMarked;
