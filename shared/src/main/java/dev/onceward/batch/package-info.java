/// Micro-batches that never wait: what arrives while one flush is under way makes up the next.
@NullMarked
package dev.onceward.batch;

import org.jspecify.annotations.NullMarked;
