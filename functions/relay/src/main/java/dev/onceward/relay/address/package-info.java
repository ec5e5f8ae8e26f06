/// Where requests may go: names are resolved at most once a second, and private addresses are refused.
@NullMarked
package dev.onceward.relay.address;

import org.jspecify.annotations.NullMarked;
