/// Where the secrets of a source are, and how they are read.
@NullMarked
package dev.onceward.intake.secret;

import org.jspecify.annotations.NullMarked;
