/// What the tests of several modules need: waiting, log output, metrics, proxies, random inputs, and what is left out where.
@NullMarked
package dev.onceward.testing;

import org.jspecify.annotations.NullMarked;
