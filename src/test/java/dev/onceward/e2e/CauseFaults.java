package dev.onceward.e2e;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

import dev.onceward.testing.servers.PausedProcess;

/// Kills and pauses processes by chance, one every second.
final class CauseFaults {
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Random random;
    private final List<PackagedFunction> functions;
    private final Set<PackagedFunction> paused = ConcurrentHashMap.newKeySet();
    int kills;
    int pauses;

    CauseFaults(long seed, List<PackagedFunction> functions) {
        this.random = new Random(seed);
        this.functions = functions;
    }

    /// A process that was killed is started at once. One that is paused stays so for longer than its leases, while others
    /// are killed or paused. In the end all run.
    void cause(Duration time, Duration pause) {
        var start = System.nanoTime();
        try (var continuing = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var next = start; next - start < time.toNanos(); next += EVERY_NANOS) {
                LockSupport.parkNanos(next - System.nanoTime());
                var function = running();
                if (random.nextBoolean()) {
                    kills++;
                    function.killAndStart();
                } else {
                    pauses++;
                    paused.add(function);
                    var process = function.pause();
                    continuing.execute(() -> continueAfter(pause, function, process));
                }
            }
        }
    }

    int count() {
        return kills + pauses;
    }

    private PackagedFunction running() {
        var running = functions.stream().filter(function -> !paused.contains(function)).toList();
        return running.get(random.nextInt(running.size()));
    }

    private void continueAfter(Duration pause, PackagedFunction function, PausedProcess process) {
        LockSupport.parkNanos(pause.toNanos());
        process.close();
        paused.remove(function);
    }
}
