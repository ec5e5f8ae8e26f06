/// What the tests of several modules need: servers, SQL, waiting, log output, metrics, proxies, random inputs.
@NullMarked
package dev.onceward.testing;

import org.jspecify.annotations.NullMarked;
