/// The consumer's side of exactly-once: processes each message once, in one transaction with what it changes.
@NullMarked
package dev.onceward.inbox;

import org.jspecify.annotations.NullMarked;
