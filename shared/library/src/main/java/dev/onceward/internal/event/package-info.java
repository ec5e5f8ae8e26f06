/// What every event has, whoever stores it: an id, a shard, a trace.
@NullMarked
package dev.onceward.internal.event;

import org.jspecify.annotations.NullMarked;
