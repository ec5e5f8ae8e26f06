/// What every measurement needs: options, servers, processes, the load generator and the report. One event loop generates
/// all load, so its code needs no locks.
@NullMarked
package dev.onceward.bench.run;

import org.jspecify.annotations.NullMarked;
