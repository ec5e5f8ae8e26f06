/// What an operator can ask of the relay and tell it.
@NullMarked
package dev.onceward.relay.admin;

import org.jspecify.annotations.NullMarked;
