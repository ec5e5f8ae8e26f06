package dev.onceward.relay.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;

import dev.onceward.relay.address.AddressLookup.NoAddress;
import dev.onceward.relay.address.AddressLookup.PublicAddress;
import dev.onceward.relay.subscription.HttpUrl;

/// Looks a host up for every attempt, and returns only an address that may be reached. The connection goes to the
/// address that was checked: if the name were looked up again, it could resolve to a private address the second time.
public final class FindAddress {
    private final Vertx vertx;
    private final String host;
    private final int port;
    private final boolean allowPrivate;
    private final AtomicInteger turn = new AtomicInteger();

    public FindAddress(Vertx vertx, URI url, boolean allowPrivate) {
        this.vertx = vertx;
        this.host = HttpUrl.host(url);
        this.port = HttpUrl.port(url);
        this.allowPrivate = allowPrivate;
    }

    /// Runs on a worker thread, because the platform's lookup blocks for as long as the name server takes.
    public Future<AddressLookup> find() {
        return vertx.executeBlocking(() -> InetAddress.getAllByName(host), false)
                .map(found -> choose(Arrays.asList(found)))
                .otherwise(_ -> new NoAddress("the host " + host + " has no address"));
    }

    /// Makes the next attempt use the host's next address, after a connection to this one failed.
    public void skip() {
        turn.incrementAndGet();
    }

    AddressLookup choose(List<InetAddress> found) {
        var allowed = found.stream().filter(address -> allowPrivate || !PrivateAddresses.holds(address)).toList();
        return allowed.isEmpty()
                ? new NoAddress("the host " + host + " has no public address, and allow-private is not set")
                : new PublicAddress(server(allowed.get(Math.floorMod(turn.get(), allowed.size()))));
    }

    /// Names the server by its IP address. Connections are pooled by this name, so a connection to another address is
    /// never reused; and without a name the platform would look one up.
    private SocketAddress server(InetAddress address) {
        try {
            var unnamed = InetAddress.getByAddress(address.getHostAddress(), address.getAddress());
            return SocketAddress.inetSocketAddress(new InetSocketAddress(unnamed, port));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
        }
    }
}
