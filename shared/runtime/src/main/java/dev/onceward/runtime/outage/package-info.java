/// Logs and counts lost servers and connections.
@NullMarked
package dev.onceward.runtime.outage;

import org.jspecify.annotations.NullMarked;
