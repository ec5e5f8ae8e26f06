/// Where in a request something is written, and what was found there.
@NullMarked
package dev.onceward.intake.signature.location;

import org.jspecify.annotations.NullMarked;
