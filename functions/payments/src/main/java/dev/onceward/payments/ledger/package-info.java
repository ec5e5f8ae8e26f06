/// The ledger: one entry for each event, however often it is delivered.
@NullMarked
package dev.onceward.payments.ledger;

import org.jspecify.annotations.NullMarked;
