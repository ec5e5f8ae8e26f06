package dev.onceward.log;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/// What the log holds.
///
/// @param at when the database stored it
/// @param headers of the request, names in lower case, several values joined with a comma
/// @param body the bytes that came
public record Event(UUID id, Instant at, String source, String topic, @Nullable String type, @Nullable String ordering,
        Map<String, String> headers, Buffer body, Trace trace) {}
