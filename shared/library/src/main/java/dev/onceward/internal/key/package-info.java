/// Idempotency keys and what they are made of: texts, hashes, the header.
@NullMarked
package dev.onceward.internal.key;

import org.jspecify.annotations.NullMarked;
