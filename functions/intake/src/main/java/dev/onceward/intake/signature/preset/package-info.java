/// The presets: what intake knows of each sender.
@NullMarked
package dev.onceward.intake.signature.preset;

import org.jspecify.annotations.NullMarked;
