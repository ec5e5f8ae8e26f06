package dev.onceward.relay.http;

import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/// The answer of a receiver.
///
/// @param excerpt the beginning of the body
/// @param cut the failure that ended the answer early
record HttpAnswer(int status, MultiMap headers, String excerpt, @Nullable Throwable cut) {}
