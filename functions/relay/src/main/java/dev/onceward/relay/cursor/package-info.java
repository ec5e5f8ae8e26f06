/// How far each subscription has read each shard of the log, and whose turn it is.
@NullMarked
package dev.onceward.relay.cursor;

import org.jspecify.annotations.NullMarked;
