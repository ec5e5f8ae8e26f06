package dev.onceward.intake.handshake;

import java.util.Map;

/// The answer to a handshake.
public record HandshakeReply(int status, Map<String, String> headers, String body) {
    private static final Map<String, String> PLAIN = Map.of("Content-Type", "text/plain", "X-Content-Type-Options",
            "nosniff");
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    /// Text that a stranger sent goes back as plain text, which no browser runs.
    static HandshakeReply text(String text) {
        return new HandshakeReply(200, PLAIN, text);
    }

    static HandshakeReply json(String json) {
        return new HandshakeReply(200, JSON, json);
    }

    static HandshakeReply nothing(int status) {
        return new HandshakeReply(status, Map.of(), "");
    }
}
