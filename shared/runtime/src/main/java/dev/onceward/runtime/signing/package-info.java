/// Keys and the signatures of Standard Webhooks.
@NullMarked
package dev.onceward.runtime.signing;

import org.jspecify.annotations.NullMarked;
