/// Small batches: what arrives while one flush is under way goes into the next.
@NullMarked
package dev.onceward.internal.batch;

import org.jspecify.annotations.NullMarked;
