/// Who sent it: a scheme by which a source signs, its secrets, and the verdict on one request.
@NullMarked
package dev.onceward.intake.signature;

import org.jspecify.annotations.NullMarked;
