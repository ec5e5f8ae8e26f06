/// The upkeep of the log: it creates days, drops old ones, purges keys and the inbox, and folds counts.
@NullMarked
package dev.onceward.runtime.upkeep;

import org.jspecify.annotations.NullMarked;
