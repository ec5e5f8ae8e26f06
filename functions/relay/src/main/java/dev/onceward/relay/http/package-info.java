/// Sends events over HTTP and judges the answers of receivers.
@NullMarked
package dev.onceward.relay.http;

import org.jspecify.annotations.NullMarked;
