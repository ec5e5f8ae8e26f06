/// Problems as in RFC 9457, with one list of types.
@NullMarked
package dev.onceward.runtime.problem;

import org.jspecify.annotations.NullMarked;
