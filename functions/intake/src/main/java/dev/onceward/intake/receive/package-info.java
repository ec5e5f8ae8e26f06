/// The addresses of webhooks and CloudEvents, and the steps from a request to a stored event.
@NullMarked
package dev.onceward.intake.receive;

import org.jspecify.annotations.NullMarked;
