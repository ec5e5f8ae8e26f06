/// Key rules: what makes two requests the same.
@NullMarked
package dev.onceward.internal.rule;

import org.jspecify.annotations.NullMarked;
