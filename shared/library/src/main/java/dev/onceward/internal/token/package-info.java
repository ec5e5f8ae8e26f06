/// Bearer tokens, wherever one is configured.
@NullMarked
package dev.onceward.internal.token;

import org.jspecify.annotations.NullMarked;
