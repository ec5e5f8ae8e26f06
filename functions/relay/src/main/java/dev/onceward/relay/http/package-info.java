/// Events as requests, and what receivers answer.
@NullMarked
package dev.onceward.relay.http;

import org.jspecify.annotations.NullMarked;
