/// Events of business code, stored in its own transaction.
@NullMarked
package dev.onceward.outbox;

import org.jspecify.annotations.NullMarked;
