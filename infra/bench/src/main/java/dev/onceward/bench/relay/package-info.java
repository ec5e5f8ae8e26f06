/// The measurements of the relay: how fast it delivers, how soon, and what an open transaction costs it.
@NullMarked
package dev.onceward.bench.relay;

import org.jspecify.annotations.NullMarked;
