/// Decides what follows from the results of attempts, and saves it with the positions of the cursors.
@NullMarked
package dev.onceward.relay.progress;

import org.jspecify.annotations.NullMarked;
