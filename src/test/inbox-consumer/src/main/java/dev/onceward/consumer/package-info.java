/// An application that processes messages with the inbox, as its users write it.
@NullMarked
package dev.onceward.consumer;

import org.jspecify.annotations.NullMarked;
