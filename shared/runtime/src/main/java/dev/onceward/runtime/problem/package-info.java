/// What is said when something is refused: one list of types, as RFC 9457 has it.
@NullMarked
package dev.onceward.runtime.problem;

import org.jspecify.annotations.NullMarked;
