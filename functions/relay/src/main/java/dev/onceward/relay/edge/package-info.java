/// Where windows of the log begin and end: snapshots, and where they lie.
@NullMarked
package dev.onceward.relay.edge;

import org.jspecify.annotations.NullMarked;
