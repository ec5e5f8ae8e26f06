package dev.onceward.runtime.batch;

import io.vertx.core.Promise;

/// An item in a queue, and where its outcome goes.
record QueuedItem<I, O>(I item, long weight, Promise<O> outcome) {}
