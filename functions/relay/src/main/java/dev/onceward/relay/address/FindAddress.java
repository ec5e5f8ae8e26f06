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

/// Looks a host up, once for every attempt, and takes only an address that may be reached. The connection goes to the
/// address that was checked: were the name looked up again, it could lead elsewhere the second time.
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

    /// The platform's look-up blocks, and may take as long as the name server likes.
    public Future<AddressLookup> find() {
        return vertx.executeBlocking(() -> InetAddress.getAllByName(host), false)
                .map(found -> choose(Arrays.asList(found)))
                .otherwise(_ -> new NoAddress("the host " + host + " has no address"));
    }

    /// Nobody answers there: the next attempt takes the host's next address.
    public void skip() {
        turn.incrementAndGet();
    }

    AddressLookup choose(List<InetAddress> found) {
        var allowed = found.stream().filter(address -> allowPrivate || !PrivateAddresses.holds(address)).toList();
        return allowed.isEmpty()
                ? new NoAddress("the host " + host + " has no public address, and allow-private is not set")
                : new PublicAddress(server(allowed.get(Math.floorMod(turn.get(), allowed.size()))));
    }

    /// Named by its own digits: connections are pooled by this name, so one to another address is never taken for it;
    /// and without a name the platform would look for one.
    private SocketAddress server(InetAddress address) {
        try {
            var unnamed = InetAddress.getByAddress(address.getHostAddress(), address.getAddress());
            return SocketAddress.inetSocketAddress(new InetSocketAddress(unnamed, port));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
        }
    }
}
