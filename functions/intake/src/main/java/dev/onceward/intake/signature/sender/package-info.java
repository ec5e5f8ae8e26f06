/// Schemes of single senders that need code of their own.
@NullMarked
package dev.onceward.intake.signature.sender;

import org.jspecify.annotations.NullMarked;
