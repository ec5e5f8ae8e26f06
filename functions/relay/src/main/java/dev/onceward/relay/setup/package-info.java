/// Makes sinks and workers of the configuration.
@NullMarked
package dev.onceward.relay.setup;

import org.jspecify.annotations.NullMarked;
