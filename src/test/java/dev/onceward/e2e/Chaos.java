package dev.onceward.e2e;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// Ends, freezes and starts processes by chance, about once a second.
final class Chaos {
    private final Random chance;
    private final List<Function> functions;
    int kills;
    int freezes;

    Chaos(long seed, List<Function> functions) {
        this.chance = new Random(seed);
        this.functions = functions;
    }

    /// A frozen one stays so for longer than its leases.
    void rage(Duration time, Duration freeze) throws Exception {
        var end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            var victim = functions.get(chance.nextInt(functions.size()));
            if (chance.nextBoolean()) {
                kills++;
                victim.killAndStart();
            } else {
                freezes++;
                victim.freeze();
                LockSupport.parkNanos(freeze.toNanos());
                victim.thaw();
            }
            LockSupport.parkNanos(Duration.ofMillis(500L + chance.nextInt(1000)).toNanos());
        }
    }
}
