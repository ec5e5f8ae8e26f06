package dev.onceward.testing;

import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Random inputs, which are the same in every run. A failure names the seed of its inputs.
public final class RandomInputs {
    private static final int TIMES = 1_000;

    private final Random random;

    private RandomInputs(long seed) {
        this.random = new Random(seed);
    }

    public static void often(Consumer<RandomInputs> property) {
        often(TIMES, property);
    }

    public static void often(int times, Consumer<RandomInputs> property) {
        for (var seed = 0; seed < times; seed++) {
            try {
                property.accept(new RandomInputs(seed));
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("with the seed " + seed, failure);
            }
        }
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public byte[] bytes(int most) {
        var bytes = new byte[below(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    /// Any characters, including unpaired surrogates.
    public String text(int most) {
        return text(0, most, any -> any);
    }

    /// Characters from the first to the last.
    public String text(int least, int most, char first, char last) {
        return text(least, most, any -> first + any % (last - first + 1));
    }

    public String pieces(int most, String... pieces) {
        return IntStream.range(0, below(most + 1)).mapToObj(_ -> pieces[below(pieces.length)])
                .collect(Collectors.joining());
    }

    private String text(int least, int most, IntUnaryOperator kind) {
        var text = new StringBuilder();
        IntStream.range(0, least + below(most - least + 1))
                .forEach(_ -> text.append((char) kind.applyAsInt(below(Character.MAX_VALUE + 1))));
        return text.toString();
    }
}
