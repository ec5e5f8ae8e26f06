/// What the inbox and its adapters share: settings, ids of messages, and attempts.
@NullMarked
package dev.onceward.internal.inbox;

import org.jspecify.annotations.NullMarked;
