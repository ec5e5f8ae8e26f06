package dev.onceward.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// A free port, from below those that systems give to outgoing connections: a client that dials a stopped server could
/// else be given the very port it dials, meet itself there, and keep the server from coming back.
public final class FreePort {
    private FreePort() {}

    public static int free() {
        return ThreadLocalRandom.current().ints(1000, 20_000, 32_000)
                .filter(FreePort::isFree)
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
