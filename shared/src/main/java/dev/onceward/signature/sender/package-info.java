/// Schemes of senders that really compute something of their own.
@NullMarked
package dev.onceward.signature.sender;

import org.jspecify.annotations.NullMarked;
