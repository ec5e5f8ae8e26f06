/// Plays the card processor, which is somebody else's service in a real application.
@NullMarked
package dev.onceward.payments.processor;

import org.jspecify.annotations.NullMarked;
