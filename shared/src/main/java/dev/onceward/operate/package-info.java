/// What an operator can do, and what was done.
@NullMarked
package dev.onceward.operate;

import org.jspecify.annotations.NullMarked;
