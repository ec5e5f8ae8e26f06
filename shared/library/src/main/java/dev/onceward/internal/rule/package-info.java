/// What makes two requests the same: the rules that say where a key comes from.
@NullMarked
package dev.onceward.internal.rule;

import org.jspecify.annotations.NullMarked;
