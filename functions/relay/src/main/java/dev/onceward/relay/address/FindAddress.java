package dev.onceward.relay.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

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
    private final Resolver resolver;
    private final LongSupplier nanos;
    private final AtMostEvery lookups;
    private final AtomicInteger turn = new AtomicInteger();
    private Future<List<SocketAddress>> lastLookup = Future.failedFuture("no lookup yet");
    private List<SocketAddress> lastFound = List.of();
    private long foundAt;

    /// Resolves a host's name, as the platform does.
    interface Resolver {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    public FindAddress(Vertx vertx, URI url, boolean allowPrivate) {
        this(vertx, url, allowPrivate, InetAddress::getAllByName, System::nanoTime);
    }

    /// @param nanos the time, as from [System#nanoTime]
    FindAddress(Vertx vertx, URI url, boolean allowPrivate, Resolver resolver, LongSupplier nanos) {
        this.vertx = vertx;
        this.resolver = resolver;
        this.nanos = nanos;
        this.lookups = new AtMostEvery(LOOK_UP_EVERY, nanos);
        this.foundAt = nanos.getAsLong() - 2 * OLD_NANOS;
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

    /// Callers wait for a lookup only if there is no recent result. The last result is used until it is old, because name
    /// servers fail for moments. One lookup at a time, because a name server that hangs would take all worker threads.
    private synchronized Future<List<SocketAddress>> servers() {
        if (lastLookup.isComplete() && lookups.tryNow()) {
            lastLookup = lookUp().onSuccess(this::use);
        }
        return nanos.getAsLong() - foundAt > OLD_NANOS ? lastLookup : Future.succeededFuture(lastFound);
    }

    /// Runs on a worker thread, because the platform's lookup blocks for as long as the name server takes.
    private Future<List<SocketAddress>> lookUp() {
        return vertx.executeBlocking(() -> resolver.addresses(host), false)
                .map(found -> allowed(Arrays.asList(found)));
    }

    private synchronized void use(List<SocketAddress> found) {
        foundAt = nanos.getAsLong();
        lastFound = found;
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
