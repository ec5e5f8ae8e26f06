/// Where requests may go: names are resolved once, and the inside is not reached by accident.
@NullMarked
package dev.onceward.relay.address;

import org.jspecify.annotations.NullMarked;
