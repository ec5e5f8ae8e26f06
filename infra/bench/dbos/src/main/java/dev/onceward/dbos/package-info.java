/// What the guard is measured against: DBOS Transact.
@NullMarked
package dev.onceward.dbos;

import org.jspecify.annotations.NullMarked;
