/// Parses bodies as JSON, within limits on what strangers can send.
@NullMarked
package dev.onceward.internal.json;

import org.jspecify.annotations.NullMarked;
