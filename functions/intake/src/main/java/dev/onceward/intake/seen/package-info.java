/// Redis in front of the log: it ends a duplicate early, and is never needed to be right.
@NullMarked
package dev.onceward.intake.seen;

import org.jspecify.annotations.NullMarked;
