/// Reads from a request of Quarkus REST what a guard needs to know: the key, the caller, and what a repetition must repeat.
@NullMarked
package dev.onceward.internal.rest;

import org.jspecify.annotations.NullMarked;
