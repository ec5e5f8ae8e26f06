/// Looks keys up in Redis before the log is asked. Redis makes duplicates cheap, and the log stays right without it.
@NullMarked
package dev.onceward.intake.seen;

import org.jspecify.annotations.NullMarked;
