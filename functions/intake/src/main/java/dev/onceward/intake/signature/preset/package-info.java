/// The presets: what a source needs to name, and all that follows from the name.
@NullMarked
package dev.onceward.intake.signature.preset;

import org.jspecify.annotations.NullMarked;
