/// The admin API of the relay.
@NullMarked
package dev.onceward.relay.admin;

import org.jspecify.annotations.NullMarked;
