/// The public interface of the library: stores events of business code in its own transaction.
@NullMarked
package dev.onceward.outbox;

import org.jspecify.annotations.NullMarked;
