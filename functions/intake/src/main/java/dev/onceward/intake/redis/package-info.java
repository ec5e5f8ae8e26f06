/// What every use of Redis needs: the identity of the database, buckets, and whether Redis is available.
@NullMarked
package dev.onceward.intake.redis;

import org.jspecify.annotations.NullMarked;
