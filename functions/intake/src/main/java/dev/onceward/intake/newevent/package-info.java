/// An event that is to be stored, and the receipt for it.
@NullMarked
package dev.onceward.intake.newevent;

import org.jspecify.annotations.NullMarked;
