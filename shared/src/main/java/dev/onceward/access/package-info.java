/// Who may do what.
@NullMarked
package dev.onceward.access;

import org.jspecify.annotations.NullMarked;
