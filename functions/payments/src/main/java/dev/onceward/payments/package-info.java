/// A sample application that uses the library.
@NullMarked
package dev.onceward.payments;

import org.jspecify.annotations.NullMarked;
