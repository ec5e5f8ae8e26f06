/// The measurement of the guard, beside endpoints without one and other ways to run an operation once.
@NullMarked
package dev.onceward.bench.guard;

import org.jspecify.annotations.NullMarked;
