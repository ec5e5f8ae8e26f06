/// What all sinks have in common: outcomes, and one CloudEvent for everybody.
@NullMarked
package dev.onceward.relay.sink;

import org.jspecify.annotations.NullMarked;
