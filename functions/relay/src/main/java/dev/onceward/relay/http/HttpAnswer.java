package dev.onceward.relay.http;

import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/// What came back.
///
/// @param excerpt the beginning of the body
/// @param cut what ended the answer before its end
record HttpAnswer(int status, MultiMap headers, String excerpt, @Nullable Throwable cut) {}
