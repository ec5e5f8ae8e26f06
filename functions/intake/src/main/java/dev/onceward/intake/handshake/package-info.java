/// The handshakes of senders and their answers.
@NullMarked
package dev.onceward.intake.handshake;

import org.jspecify.annotations.NullMarked;
