/// Where the secrets of a source come from, how they are read, and how long they have been unused.
@NullMarked
package dev.onceward.intake.secret;

import org.jspecify.annotations.NullMarked;
