/// How far each subscription has read each shard of the log, and which relay may read it.
@NullMarked
package dev.onceward.relay.cursor;

import org.jspecify.annotations.NullMarked;
