/// Writes the answers to senders.
@NullMarked
package dev.onceward.intake.answer;

import org.jspecify.annotations.NullMarked;
