package dev.onceward.relay.address;

import io.vertx.core.net.SocketAddress;

/// What came of looking for a host.
public sealed interface Located {

    /// @param server the checked address itself, no name that could mean another one later
    record At(SocketAddress server) implements Located {}

    /// At the moment: names lead elsewhere by accident as well.
    record Nowhere(String why) implements Located {}
}
