package dev.onceward.guard.rest;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.vertx.core.http.HttpServerRequest;

/// How often methods ran, and what they wait for. The application and the tests are in one process.
final class MethodRuns {
    private static final Map<String, AtomicInteger> RUNS = new ConcurrentHashMap<>();
    private static final Map<String, CompletableFuture<String>> PROMISES = new ConcurrentHashMap<>();
    private static final Map<String, CountDownLatch> STARTED = new ConcurrentHashMap<>();

    private static final Map<String, CountDownLatch> GONE = new ConcurrentHashMap<>();

    private MethodRuns() {}

    /// Counts a run for an order, and returns its number.
    static int count(String order) {
        STARTED.computeIfAbsent(order, _ -> new CountDownLatch(1)).countDown();
        return RUNS.computeIfAbsent(order, _ -> new AtomicInteger()).incrementAndGet();
    }

    static int of(String order) {
        return RUNS.getOrDefault(order, new AtomicInteger()).get();
    }

    /// What the methods for an order wait for.
    static CompletableFuture<String> promise(String order) {
        return PROMISES.computeIfAbsent(order, _ -> new CompletableFuture<>());
    }

    static CountDownLatch started(String order) {
        return STARTED.computeIfAbsent(order, _ -> new CountDownLatch(1));
    }

    /// Tells when the client of a request for an order is gone.
    static void watch(String order, HttpServerRequest request) {
        var _ = request.connection().closeHandler(_ -> gone(order).countDown());
    }

    static CountDownLatch gone(String order) {
        return GONE.computeIfAbsent(order, _ -> new CountDownLatch(1));
    }
}
