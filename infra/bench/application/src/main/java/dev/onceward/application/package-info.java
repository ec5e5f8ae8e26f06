/// A business application that books seats, with the library as its users have it, and with other ways to do the same.
@NullMarked
package dev.onceward.application;

import org.jspecify.annotations.NullMarked;
