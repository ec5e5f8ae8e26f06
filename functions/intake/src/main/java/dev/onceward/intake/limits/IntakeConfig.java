package dev.onceward.intake.limits;

import java.time.Duration;
import java.util.Optional;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// What holds for all sources.
@ConfigMapping(prefix = "onceward.intake")
public interface IntakeConfig {

    /// The bearer token with which stored events can be read, 16 characters or more. Without one nobody can read them.
    Optional<String> readToken();

    /// The operator's bearer token, 16 characters or more: for the quarantine, to see how a request would be verified, and
    /// for the counts at `/stats`, which name all sources. Without one all three are switched off, and what is in
    /// quarantine stays there until it is old.
    Optional<String> token();

    /// How long a body may take to arrive, from the end of its headers. Too short, and slow but honest senders get 408;
    /// too long, and dishonest ones hold connections.
    @WithDefault("10s")
    Duration bodyTimeout();

    /// The memory that all bodies under way, and what is read from them, may take together; what finds no room is answered
    /// 503. Too little, and a few large webhooks keep out all others; more than a quarter of the heap, and strangers can
    /// fill the memory.
    @WithDefault("128M")
    MemorySize bodyBytes();

    /// What a sender is told to wait when an event cannot be stored. Too short, and retries keep a struggling database
    /// down.
    @WithDefault("2s")
    Duration retryAfter();

    /// The origins that the CloudEvents handshake admits: `*` or one origin.
    @WithDefault("*")
    String allowedOrigin();

    /// The requests a minute that the CloudEvents handshake grants: `*` or a number.
    @WithDefault("*")
    String allowedRate();

    /// The most events of one CloudEvents batch.
    @WithDefault("1000")
    int maxBatch();
}
