package dev.onceward.batch;

import io.smallrye.mutiny.subscription.UniEmitter;

/// An item in a lane, and who waits for its outcome.
record Waiting<I, O>(I item, long weight, UniEmitter<? super O> emitter) {}
