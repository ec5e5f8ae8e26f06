/// Small batches: what arrives while one flush is under way goes into the next.
@NullMarked
package dev.onceward.runtime.batch;

import org.jspecify.annotations.NullMarked;
