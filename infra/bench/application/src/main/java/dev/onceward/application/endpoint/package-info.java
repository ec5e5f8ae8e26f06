/// Endpoints that book a seat: with the guard, without one, and with a table of keys of their own.
@NullMarked
package dev.onceward.application.endpoint;

import org.jspecify.annotations.NullMarked;
