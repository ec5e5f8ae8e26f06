/// Verifies requests by the signature scheme of their source.
@NullMarked
package dev.onceward.intake.verify;

import org.jspecify.annotations.NullMarked;
