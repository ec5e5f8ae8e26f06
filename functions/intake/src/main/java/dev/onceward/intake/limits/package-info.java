/// The settings of intake that hold for all sources.
@NullMarked
package dev.onceward.intake.limits;

import org.jspecify.annotations.NullMarked;
