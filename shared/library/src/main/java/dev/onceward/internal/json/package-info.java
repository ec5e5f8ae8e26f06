/// Bodies read as JSON, within limits on what a stranger may make us do.
@NullMarked
package dev.onceward.internal.json;

import org.jspecify.annotations.NullMarked;
