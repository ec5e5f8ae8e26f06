/// Keys, and the signatures of Standard Webhooks that are made with them.
@NullMarked
package dev.onceward.runtime.signing;

import org.jspecify.annotations.NullMarked;
