/// Who gets which events where: what a user wrote, read and checked.
@NullMarked
package dev.onceward.relay.subscription;

import org.jspecify.annotations.NullMarked;
