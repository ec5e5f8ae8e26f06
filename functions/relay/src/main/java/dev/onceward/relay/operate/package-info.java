/// What an operator can do.
@NullMarked
package dev.onceward.relay.operate;

import org.jspecify.annotations.NullMarked;
