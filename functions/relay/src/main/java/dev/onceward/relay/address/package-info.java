/// Where requests may go: names are resolved once per attempt, and private addresses are refused.
@NullMarked
package dev.onceward.relay.address;

import org.jspecify.annotations.NullMarked;
