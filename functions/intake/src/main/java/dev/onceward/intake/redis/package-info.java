/// What every use of Redis needs: the database its keys are bound to, buckets, and whether it is there.
@NullMarked
package dev.onceward.intake.redis;

import org.jspecify.annotations.NullMarked;
