/// Charges cards at a card processor, and plays the processor.
@NullMarked
package dev.onceward.payments.card;

import org.jspecify.annotations.NullMarked;
