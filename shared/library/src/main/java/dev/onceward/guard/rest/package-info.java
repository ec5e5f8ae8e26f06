/// Idempotent endpoints: runs methods of Quarkus REST once for each idempotency key.
@NullMarked
package dev.onceward.guard.rest;

import org.jspecify.annotations.NullMarked;
