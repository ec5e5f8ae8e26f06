/// What the relay is measured against: gruelbox' transaction-outbox.
@NullMarked
package dev.onceward.gruelbox;

import org.jspecify.annotations.NullMarked;
