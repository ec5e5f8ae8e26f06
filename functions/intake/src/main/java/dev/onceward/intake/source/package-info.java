/// The configured senders: how each is read, and what it is held against.
@NullMarked
package dev.onceward.intake.source;

import org.jspecify.annotations.NullMarked;
