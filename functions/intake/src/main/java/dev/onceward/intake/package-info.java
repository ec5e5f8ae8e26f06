/// The function that takes webhooks and CloudEvents in: verified, deduplicated, stored before they are answered.
@NullMarked
package dev.onceward.intake;

import org.jspecify.annotations.NullMarked;
