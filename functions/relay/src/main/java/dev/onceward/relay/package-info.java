/// Carries stored events to where they are wanted: in a loop or on demand, with an admin API.
@NullMarked
package dev.onceward.relay;

import org.jspecify.annotations.NullMarked;
