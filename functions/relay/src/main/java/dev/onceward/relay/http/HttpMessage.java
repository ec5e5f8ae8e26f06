package dev.onceward.relay.http;

import java.util.Map;

import io.vertx.core.buffer.Buffer;

/// What is posted.
///
/// @param headers names in lower case
record HttpMessage(Map<String, String> headers, Buffer body) {}
