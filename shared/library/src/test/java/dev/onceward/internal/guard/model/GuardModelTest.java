package dev.onceward.internal.guard.model;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.internal.guard.redis.RunRedisScript;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.TestAll;
import dev.onceward.testing.servers.OnServers;

import static org.assertj.core.api.Assertions.assertThat;

/// Plays random interleavings of the steps of three calls of one key with the real PostgreSQL and Redis, and compares each
/// answer, and what is stored at the end, with a model of the key. A failure names its seed, and the shortest steps that it
/// found. The seeds are the same in every run.
@OnServers
class GuardModelTest {
    /// CI has the time for all; here are as many as take some seconds.
    private static final int INTERLEAVINGS = TestAll.rounds(100_000, 1_000);
    private static final long UNTIL_MISTAKE_IS_FOUND = 2_000;
    private static final int AT_A_TIME = 16;
    private static final Logger LOG = Logger.getLogger(RunRedisScript.class.getName());

    @BeforeAll
    static void keepQuietAboutLostCommands() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void tidyUp() {
        LOG.setLevel(null);
        MistakenFunctions.drop();
    }

    private record Deviation(Interleaving interleaving, String text) {
        @Override
        public String toString() {
            return text + System.lineSeparator() + interleaving;
        }
    }

    @Test
    void the_stores_do_what_the_model_does_in_random_interleavings() throws Exception {
        assertThat(first(Mistake.NONE, INTERLEAVINGS)).isEmpty();
    }

    static List<Mistake> mistakes() {
        return List.of(Mistake.RENEWAL_WITHOUT_FENCE, Mistake.ANSWER_WITHOUT_FENCE, Mistake.ANSWERS_WITHOUT_FENCE,
                Mistake.RELEASE_WITHOUT_FENCE,
                Mistake.RELEASE_OF_COMPLETED, Mistake.LIVING_LEASE_IGNORED, Mistake.HELD_KEY_TAKEN_OVER,
                Mistake.FREE_WITHOUT_TOKEN, Mistake.ENTRY_WITHOUT_TOKEN, Mistake.RENEWAL_WITHOUT_TOKEN);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_mistake_is_found(Mistake mistake) throws Exception {
        // A statement that PostgreSQL or Redis refuses would be no mistake of the guard.
        assertThat(first(mistake, UNTIL_MISTAKE_IS_FOUND))
                .hasValueSatisfying(found -> assertThat(found.text()).doesNotContain("Exception", "error"));
    }

    /// One of the deviations that the threads found before they stopped.
    private static Optional<Deviation> first(Mistake mistake, long interleavings)
            throws InterruptedException, ExecutionException {
        var model = new CompareWithModel(mistake);
        var next = new AtomicLong();
        var deviations = RunConcurrently.run(AT_A_TIME, _ -> () -> {
            var found = LongStream.generate(next::getAndIncrement).takeWhile(seed -> seed < interleavings)
                    .mapToObj(Interleaving::random).filter(each -> model.deviation(each).isPresent()).findFirst();
            found.ifPresent(_ -> next.set(interleavings));
            return found;
        });
        return deviations.stream().flatMap(Optional::stream).findFirst()
                .map(found -> found.shortest(model::deviation))
                .map(shortest -> new Deviation(shortest, model.deviation(shortest).orElse("only now and then")));
    }
}
