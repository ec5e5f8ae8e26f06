/// The memory that bodies take, and what is parsed from them.
@NullMarked
package dev.onceward.internal.memory;

import org.jspecify.annotations.NullMarked;
