/// What is measured of the process itself.
@NullMarked
package dev.onceward.process;

import org.jspecify.annotations.NullMarked;
