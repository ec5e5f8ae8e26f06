/// Reads the bodies of requests as they arrive, each within a limit.
@NullMarked
package dev.onceward.runtime.body;

import org.jspecify.annotations.NullMarked;
