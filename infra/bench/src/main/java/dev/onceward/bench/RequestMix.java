package dev.onceward.bench;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/// Which requests are sent.
///
/// @param fresh the next number that was never sent
/// @param from the first number that was stored before
/// @param stored how many were
record RequestMix(RequestKind mix, AtomicLong fresh, long from, int stored, SplittableRandom random) {

    static RequestMix of(RequestKind mix, AtomicLong fresh, long from, int stored) {
        return new RequestMix(mix, fresh, from, stored, new SplittableRandom(1));
    }

    long next() {
        return switch (mix) {
            case NEW -> fresh.getAndIncrement();
            case DUPLICATE -> again();
            case MIXED -> random.nextInt(5) == 0 ? again() : fresh.getAndIncrement();
        };
    }

    boolean duplicate(long number) {
        return number >= from && number < from + stored;
    }

    private long again() {
        return from + random.nextInt(stored);
    }
}
