/// How an event is written as an HTTP request.
@NullMarked
package dev.onceward.relay.format;

import org.jspecify.annotations.NullMarked;
