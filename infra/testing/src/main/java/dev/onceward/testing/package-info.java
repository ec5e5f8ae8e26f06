/// What the tests of several modules need: servers, SQL, waiting, inputs by chance.
@NullMarked
package dev.onceward.testing;

import org.jspecify.annotations.NullMarked;
