package dev.onceward.relay.address;

import io.vertx.core.net.SocketAddress;

/// What came of looking for a host.
public sealed interface AddressLookup {

    /// @param server the checked address itself, no name that could mean another one later
    record PublicAddress(SocketAddress server) implements AddressLookup {}

    /// At the moment: names lead elsewhere by accident as well.
    record NoAddress(String why) implements AddressLookup {}
}
