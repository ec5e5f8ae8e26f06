/// Starts PostgreSQL and Redis as real servers without Docker, for `./run` and for tests.
@NullMarked
package dev.onceward.embedded;

import org.jspecify.annotations.NullMarked;
