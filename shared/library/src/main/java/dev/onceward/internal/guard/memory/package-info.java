/// What a guard remembers in the memory of its process.
@NullMarked
package dev.onceward.internal.guard.memory;

import org.jspecify.annotations.NullMarked;
