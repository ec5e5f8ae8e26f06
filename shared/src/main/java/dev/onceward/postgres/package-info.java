/// What PostgreSQL's failures mean to us.
@NullMarked
package dev.onceward.postgres;

import org.jspecify.annotations.NullMarked;
