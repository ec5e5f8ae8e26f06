/// The status of subscriptions, for metrics and answers.
@NullMarked
package dev.onceward.relay.status;

import org.jspecify.annotations.NullMarked;
