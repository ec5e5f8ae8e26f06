package dev.onceward.relay.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.SocketAddress;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.relay.address.AddressLookup.NoAddress;
import dev.onceward.relay.address.AddressLookup.PublicAddress;
import dev.onceward.relay.subscription.HttpUrl;

/// Looks a host up, at most once a second, and returns only an address that may be reached. The connection goes to the
/// address that was checked: if the name were looked up again, it could resolve to a private address the second time.
public final class FindAddress {
    private static final Duration LOOK_UP_EVERY = Duration.ofSeconds(1);
    /// An older result is not used, because the name may have moved while nothing was delivered.
    private static final long OLD_NANOS = Duration.ofSeconds(10).toNanos();

    private final Vertx vertx;
    private final String host;
    private final int port;
    private final boolean allowPrivate;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtMostEvery lookups = new AtMostEvery(LOOK_UP_EVERY);
    private Future<List<SocketAddress>> servers = Future.failedFuture("no lookup yet");
    private long foundAt = System.nanoTime() - 2 * OLD_NANOS;

    public FindAddress(Vertx vertx, URI url, boolean allowPrivate) {
        this.vertx = vertx;
        this.host = HttpUrl.host(url);
        this.port = HttpUrl.port(url);
        this.allowPrivate = allowPrivate;
    }

    /// The result arrives on the context of the caller.
    public Future<AddressLookup> find() {
        var here = ((ContextInternal) vertx.getOrCreateContext()).<List<SocketAddress>>promise();
        var _ = servers().onComplete(here);
        return here.future().map(this::choose).otherwise(_ -> new NoAddress("the host " + host + " has no address"));
    }

    /// Makes the next attempt use the host's next address, after a connection to this one failed.
    public void skip() {
        turn.incrementAndGet();
    }

    /// Callers wait for a lookup only if there is no recent result.
    private synchronized Future<List<SocketAddress>> servers() {
        if (lookups.tryNow()) {
            var lookup = lookUp().onSuccess(this::use).onFailure(this::failed);
            if (System.nanoTime() - foundAt > OLD_NANOS) {
                servers = lookup;
            }
        }
        return servers;
    }

    /// Runs on a worker thread, because the platform's lookup blocks for as long as the name server takes.
    private Future<List<SocketAddress>> lookUp() {
        return vertx.executeBlocking(() -> InetAddress.getAllByName(host), false)
                .map(found -> allowed(Arrays.asList(found)));
    }

    private synchronized void use(List<SocketAddress> found) {
        foundAt = System.nanoTime();
        servers = Future.succeededFuture(found);
    }

    /// The last result is used until it is old, because name servers fail for moments.
    private synchronized void failed(Throwable failure) {
        if (System.nanoTime() - foundAt > OLD_NANOS) {
            servers = Future.failedFuture(failure);
        }
    }

    List<SocketAddress> allowed(List<InetAddress> found) {
        return found.stream().filter(address -> allowPrivate || !PrivateAddresses.holds(address)).map(this::server)
                .toList();
    }

    AddressLookup choose(List<SocketAddress> allowed) {
        return allowed.isEmpty()
                ? new NoAddress("the host " + host + " has no public address, and allow-private is not set")
                : new PublicAddress(allowed.get(Math.floorMod(turn.get(), allowed.size())));
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
