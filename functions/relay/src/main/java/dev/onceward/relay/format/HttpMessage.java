package dev.onceward.relay.format;

import java.util.Map;

import io.vertx.core.buffer.Buffer;

/// What is posted.
///
/// @param headers names in lower case
public record HttpMessage(Map<String, String> headers, Buffer body) {}
