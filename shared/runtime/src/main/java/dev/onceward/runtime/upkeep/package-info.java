/// The one bounded job that makes days ahead, drops old ones, purges keys and folds counts.
@NullMarked
package dev.onceward.runtime.upkeep;

import org.jspecify.annotations.NullMarked;
