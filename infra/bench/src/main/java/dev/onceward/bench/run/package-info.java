/// What every measurement needs: options, servers, processes, the load generator and the report. All load comes from
/// one event loop, so nothing in it needs a lock.
@NullMarked
package dev.onceward.bench.run;

import org.jspecify.annotations.NullMarked;
