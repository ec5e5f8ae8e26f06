/// What intake is measured against, as a person would write it who knows Quarkus and has an afternoon.
@NullMarked
package dev.onceward.yardsticks;

import org.jspecify.annotations.NullMarked;
