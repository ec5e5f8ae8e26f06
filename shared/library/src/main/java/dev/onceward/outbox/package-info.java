/// Events of business code, stored in its own transaction: what an application uses of this library.
@NullMarked
package dev.onceward.outbox;

import org.jspecify.annotations.NullMarked;
