/// Who may do what.
@NullMarked
package dev.onceward.runtime.access;

import org.jspecify.annotations.NullMarked;
