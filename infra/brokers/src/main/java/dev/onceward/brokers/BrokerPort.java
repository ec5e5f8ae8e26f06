package dev.onceward.brokers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/// A port on this machine, below the range from which operating systems take the ports of outgoing connections. Within that
/// range, a client that connects to a stopped broker could get the broker's port as its own.
record BrokerPort(int number) {

    static BrokerPort free() {
        return ThreadLocalRandom.current().ints(1000, 20_000, 32_000)
                .filter(BrokerPort::isFree)
                .mapToObj(BrokerPort::new)
                .findFirst()
                .orElseThrow(() -> new BrokerNotStarted("No port between 20000 and 32000 is free."));
    }

    /// Waits until a process listens on the port.
    ///
    /// @return whether one does in time
    boolean listening(Duration patience) {
        var deadline = System.nanoTime() + patience.toNanos();
        while (!isOpen()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(20_000_000);
        }
        return true;
    }

    private boolean isOpen() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), number), 500);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
