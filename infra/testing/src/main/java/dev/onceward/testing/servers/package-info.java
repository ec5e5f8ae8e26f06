/// PostgreSQL and Redis for tests: one server of each for all tests of a JVM, and what tests do to them.
@NullMarked
package dev.onceward.testing.servers;

import org.jspecify.annotations.NullMarked;
