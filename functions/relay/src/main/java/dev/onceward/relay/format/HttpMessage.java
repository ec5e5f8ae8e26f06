package dev.onceward.relay.format;

import java.util.Map;

import io.vertx.core.buffer.Buffer;

/// The headers and the body of a request.
///
/// @param headers names in lower case
public record HttpMessage(Map<String, String> headers, Buffer body) {}
