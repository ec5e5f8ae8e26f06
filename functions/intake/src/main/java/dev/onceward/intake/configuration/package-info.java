/// Reads the configuration of sources, and refuses what is wrong in it.
@NullMarked
package dev.onceward.intake.configuration;

import org.jspecify.annotations.NullMarked;
