package dev.onceward.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/// Ends and freezes processes by chance, one every second.
final class Chaos {
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Random chance;
    private final List<PackagedFunction> functions;
    private final Set<PackagedFunction> frozen = ConcurrentHashMap.newKeySet();
    int kills;
    int freezes;

    Chaos(long seed, List<PackagedFunction> functions) {
        this.chance = new Random(seed);
        this.functions = functions;
    }

    /// Who was ended is started at once; who is frozen stays so for longer than its leases, while others come to grief. In
    /// the end all are alive.
    void rage(Duration time, Duration freeze) throws IOException, InterruptedException {
        var start = System.nanoTime();
        try (var thawing = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var next = start; next - start < time.toNanos(); next += EVERY_NANOS) {
                LockSupport.parkNanos(next - System.nanoTime());
                var victim = victim();
                if (chance.nextBoolean()) {
                    kills++;
                    victim.killAndStart();
                } else {
                    freezes++;
                    frozen.add(victim);
                    victim.freeze();
                    thawing.execute(() -> thaw(victim, freeze));
                }
            }
        }
    }

    int faults() {
        return kills + freezes;
    }

    private PackagedFunction victim() {
        var awake = functions.stream().filter(function -> !frozen.contains(function)).toList();
        return awake.get(chance.nextInt(awake.size()));
    }

    private void thaw(PackagedFunction victim, Duration freeze) {
        LockSupport.parkNanos(freeze.toNanos());
        try {
            victim.thaw();
            frozen.remove(victim);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
