/// Consumers that book seats: with the inbox and without one.
@NullMarked
package dev.onceward.application.consumer;

import org.jspecify.annotations.NullMarked;
