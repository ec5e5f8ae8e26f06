package dev.onceward.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/// Finds a free port below the range from which operating systems take the ports of outgoing connections. Within that
/// range, a client that connects to a stopped server could get the server's port as its own, connect to itself, and keep
/// the server from listening there again. A process gets no port twice, because a server that asks for two of them listens on
/// neither before it has both.
public final class FreePort {
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    public static int free() {
        return ThreadLocalRandom.current().ints(1000, 20_000, 32_000)
                .filter(FreePort::isFree)
                .filter(GIVEN::add)
                .findFirst()
                .orElseThrow(() -> new BackendNotStarted("No port between 20000 and 32000 is free."));
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
