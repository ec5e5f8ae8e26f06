/// Who sent it: the schemes by which a source signs, and the verdict on one request.
@NullMarked
package dev.onceward.signature;

import org.jspecify.annotations.NullMarked;
