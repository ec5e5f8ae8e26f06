/// Carries stored events to where they are wanted.
@NullMarked
package dev.onceward.relay;

import org.jspecify.annotations.NullMarked;
