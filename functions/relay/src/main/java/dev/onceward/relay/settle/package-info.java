/// Writes down what became of attempts, and how far the cursors are.
@NullMarked
package dev.onceward.relay.settle;

import org.jspecify.annotations.NullMarked;
