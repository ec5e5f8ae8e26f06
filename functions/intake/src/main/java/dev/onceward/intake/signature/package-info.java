/// Authentication: the scheme by which a source signs, its secrets, and the verdict on a request.
@NullMarked
package dev.onceward.intake.signature;

import org.jspecify.annotations.NullMarked;
