/// What every use of Redis needs: buckets, and whether Redis is available.
@NullMarked
package dev.onceward.intake.redis;

import org.jspecify.annotations.NullMarked;
