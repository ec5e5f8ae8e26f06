package dev.onceward.runtime.batch;

import io.vertx.core.Promise;

/// An item in a queue, with the promise of its outcome.
record QueuedItem<I, O>(I item, long weight, Promise<O> outcome) {}
