package dev.onceward.relay.address;

import io.vertx.core.net.SocketAddress;

/// The result of looking up a host.
public sealed interface AddressLookup {

    /// @param server the checked address itself; a host name could resolve to another address later
    record PublicAddress(SocketAddress server) implements AddressLookup {}

    /// The host has no allowed address at the moment. A later attempt may find one.
    record NoAddress(String why) implements AddressLookup {}
}
