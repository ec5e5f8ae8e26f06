/// Makes one piece of work of many calls.
@NullMarked
package dev.onceward.relay.coalesce;

import org.jspecify.annotations.NullMarked;
