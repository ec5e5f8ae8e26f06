/// What senders ask before they send, and what they want to hear.
@NullMarked
package dev.onceward.intake.handshake;

import org.jspecify.annotations.NullMarked;
