/// Contains the schema `onceward` as Flyway migrations, and the job that applies them.
@NullMarked
package dev.onceward.sql;

import org.jspecify.annotations.NullMarked;
