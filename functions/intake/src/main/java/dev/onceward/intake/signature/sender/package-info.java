/// Schemes of senders that compute something of their own.
@NullMarked
package dev.onceward.intake.signature.sender;

import org.jspecify.annotations.NullMarked;
