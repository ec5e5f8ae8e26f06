/// Charges cards at a card processor.
@NullMarked
package dev.onceward.payments.card;

import org.jspecify.annotations.NullMarked;
