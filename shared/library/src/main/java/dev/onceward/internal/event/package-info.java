/// What every event has, whoever stores it: an id, a shard, a place among others.
@NullMarked
package dev.onceward.internal.event;

import org.jspecify.annotations.NullMarked;
