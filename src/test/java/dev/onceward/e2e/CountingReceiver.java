package dev.onceward.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Who gets the events: counts how often each came, and keeps in which order the events of each key came first. Fails as
/// often as it is told to, sometimes before and sometimes after it has taken an event.
final class CountingReceiver implements AutoCloseable {
    final Map<String, AtomicInteger> times = new ConcurrentHashMap<>();
    final Map<String, List<String>> byKey = new ConcurrentHashMap<>();
    final AtomicLong failures = new AtomicLong();
    /// Among them those that took the event all the same: it has to come again.
    final AtomicLong denied = new AtomicLong();
    private final HttpServer server;
    private final Random chance = new Random(7);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile double failing;
    private volatile String hanging = "";

    CountingReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    /// @param share of the requests, from 0 to 1
    CountingReceiver failing(double share) {
        failing = share;
        return this;
    }

    /// Requests with events of a key get no answer until they are released.
    CountingReceiver hangingOn(String key) {
        hanging = key + ' ';
        return this;
    }

    void release() {
        released.countDown();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/";
    }

    long duplicates() {
        return times.values().stream().mapToLong(count -> count.get() - 1L).sum();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            if (!hanging.isEmpty() && body.startsWith(hanging)) {
                released.await();
            }
            var fails = chance.nextDouble() < failing;
            var takes = !fails || chance.nextBoolean();
            if (takes) {
                note(exchange.getRequestHeaders().getFirst("ce-id"), body);
            }
            if (fails) {
                failures.incrementAndGet();
                denied.addAndGet(takes ? 1 : 0);
            }
            exchange.sendResponseHeaders(fails ? 500 : 204, -1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whoever comes second must not overtake the first between its count and its note.
    ///
    /// @param body `KEY NUMBER`
    private void note(String id, String body) {
        var events = byKey.computeIfAbsent(body.substring(0, body.indexOf(' ')),
                _ -> Collections.synchronizedList(new ArrayList<>()));
        synchronized (events) {
            if (times.computeIfAbsent(id, _ -> new AtomicInteger()).incrementAndGet() == 1) {
                events.add(body);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
