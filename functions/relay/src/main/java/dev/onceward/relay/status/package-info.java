/// How subscriptions stand.
@NullMarked
package dev.onceward.relay.status;

import org.jspecify.annotations.NullMarked;
