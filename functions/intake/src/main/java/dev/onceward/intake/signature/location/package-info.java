/// The places of values in a request, and how they are read.
@NullMarked
package dev.onceward.intake.signature.location;

import org.jspecify.annotations.NullMarked;
