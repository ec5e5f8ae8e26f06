/// The admin API of guarded operations: shows the state of a key, and lets an operator decide about a held one.
@NullMarked
package dev.onceward.runtime.operation;

import org.jspecify.annotations.NullMarked;
