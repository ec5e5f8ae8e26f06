package dev.onceward.outbox;

import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.log.Trace;

/// An event that business code has to tell.
///
/// @param id a UUIDv7, as [dev.onceward.log.EventId] makes them
/// @param source who tells it
/// @param ordering events of one ordering key are delivered in order
/// @param headers names in lower case
public record Outgoing(UUID id, String source, String topic, @Nullable String type, @Nullable String ordering,
        Map<String, String> headers, Buffer body, Trace trace) {}
