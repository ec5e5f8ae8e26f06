/// The way of a webhook or CloudEvent: from the request to the stored event.
@NullMarked
package dev.onceward.intake.receive;

import org.jspecify.annotations.NullMarked;
