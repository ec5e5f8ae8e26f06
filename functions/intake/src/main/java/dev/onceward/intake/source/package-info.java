/// The configured senders, as data that the steps of a webhook need.
@NullMarked
package dev.onceward.intake.source;

import org.jspecify.annotations.NullMarked;
