/// Reads settings that have limits. A wrong value stops the start, with the name of the property and what is allowed.
@NullMarked
package dev.onceward.internal.settings;

import org.jspecify.annotations.NullMarked;
