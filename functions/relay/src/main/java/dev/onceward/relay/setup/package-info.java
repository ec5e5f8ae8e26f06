/// Makes sinks and workers from the configuration.
@NullMarked
package dev.onceward.relay.setup;

import org.jspecify.annotations.NullMarked;
