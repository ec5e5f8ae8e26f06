package dev.onceward.intake.limits;

import java.time.Duration;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// The settings that hold for all sources.
@ConfigMapping(prefix = "onceward.intake")
public interface IntakeConfig {

    /// How long a body may take to arrive, counted from the end of its headers. Too short, and slow senders get 408.
    /// Too long, and attackers hold connections.
    @WithDefault("10s")
    Duration bodyTimeout();

    /// The memory for all bodies under way and for what is read from them. A request beyond it is answered 503. Too
    /// little, and a few large webhooks keep out all others. More than a quarter of the heap, and strangers can fill
    /// the memory.
    @WithDefault("128M")
    MemorySize bodyBytes();

    /// The `Retry-After` of a 503 to a sender. Too short, and retries overload a struggling database.
    @WithDefault("2s")
    Duration retryAfter();

    /// The origins that the CloudEvents handshake admits: `*` or one origin.
    @WithDefault("*")
    String allowedOrigin();

    /// The requests per minute that the CloudEvents handshake grants: `*` or a number.
    @WithDefault("*")
    String allowedRate();

    /// The most events of one CloudEvents batch.
    @WithDefault("1000")
    int maxBatch();
}
