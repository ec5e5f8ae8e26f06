/// What is said and counted when a server or a connection to it is lost.
@NullMarked
package dev.onceward.runtime.outage;

import org.jspecify.annotations.NullMarked;
