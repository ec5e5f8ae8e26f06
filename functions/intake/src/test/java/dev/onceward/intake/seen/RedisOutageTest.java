package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.redis.RecentDuplicates;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.PausedProcess;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.seen.SeenKeysFixtures.key;
import static dev.onceward.intake.seen.SeenKeysFixtures.known;
import static dev.onceward.intake.seen.SeenKeysFixtures.remember;
import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// Guarantee 7: Redis makes it fast, PostgreSQL makes it right.
@OnServers
class RedisOutageTest {
    static final Duration TIMEOUT = Duration.ofMillis(250);
    static final Duration QUICKLY = Duration.ofSeconds(20);

    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    SeenKeys seenKeys;

    /// After the servers were emptied, which makes the database another one.
    @BeforeEach
    void begin() {
        seenKeys = seen(SeenKeysFixtures.LONG, Duration.ZERO);
    }

    @Test
    void a_lookup_without_redis_answers_unknown_at_once() {
        Servers.redis().stop();
        var started = System.nanoTime();
        assertThat(await(seenKeys.look(key("k")))).isInstanceOf(UnknownKey.class);
        assertThat(since(started)).isLessThan(QUICKLY);
        assertThat(seenKeys.isDegraded()).isTrue();
    }

    @Test
    void remembering_a_key_without_redis_has_no_effect_and_does_not_fail() {
        Servers.redis().stop();
        assertThat(await(remember(seenKeys, key("k")))).isFalse();
        assertThat(await(seenKeys.remaining(key("k")))).isZero();
    }

    @Test
    void a_failure_of_redis_is_counted_by_step_and_shown_in_the_degraded_gauge() {
        Servers.redis().stop();
        var _ = await(seenKeys.look(key("k")));
        var _ = await(remember(seenKeys, key("k")));
        assertThat(registry.get("onceward.seen.errors").tag("step", "look").counter().count()).isEqualTo(1);
        assertThat(registry.get("onceward.seen.errors").tag("step", "remember").counter().count()).isEqualTo(1);
        assertThat(registry.get("onceward.seen.degraded").gauge().value()).isEqualTo(1);
    }

    @Test
    void a_redis_that_was_killed_and_started_again_is_used_again() {
        var _ = await(seenKeys.look(key("k")));
        Servers.redis().kill();
        Servers.redis().start();
        var _ = Eventually.value(() -> await(remember(seenKeys, key("k"))), taken -> taken);
        assertThat(await(seenKeys.look(key("k")))).isEqualTo(known(key("k")));
        assertThat(seenKeys.isDegraded()).isFalse();
    }

    @Test
    void the_return_of_redis_is_noticed_by_a_source_without_duplicates() {
        var keys = IntStream.range(0, RecentDuplicates.WINDOW).mapToObj(n -> remember(seenKeys, key("new-" + n)));
        var _ = await(SeenKeysTest.all(keys.toList()));
        Servers.redis().stop();
        assertThat(await(seenKeys.isThere())).isFalse();
        Servers.redis().start();
        assertThat(seenKeys.isDegraded()).isTrue();
        Eventually.holds(() -> {
            var _ = await(seenKeys.look(key("k")));
            return !seenKeys.isDegraded();
        });
    }

    @Test
    void a_lookup_answers_unknown_after_its_timeout_while_redis_hangs() {
        var _ = await(remember(seenKeys, key("k")));
        var hurried = seen(TIMEOUT, Duration.ZERO);
        var started = System.nanoTime();
        try (var _ = PausedProcess.redis()) {
            assertThat(await(hurried.look(key("k")))).isInstanceOf(UnknownKey.class);
            assertThat(since(started)).isBetween(TIMEOUT, QUICKLY);
            assertThat(hurried.isDegraded()).isTrue();
        }
    }

    @Test
    void redis_is_used_again_without_intervention_after_it_hung() {
        var _ = await(remember(seenKeys, key("k")));
        var hurried = seen(TIMEOUT, Duration.ZERO);
        try (var _ = PausedProcess.redis()) {
            var _ = await(hurried.look(key("k")));
        }
        var _ = Eventually.value(() -> await(hurried.look(key("k"))), known(key("k"))::equals);
        assertThat(hurried.isDegraded()).isFalse();
    }

    @Test
    void redis_is_not_used_during_the_configured_pause_after_a_failure() {
        var patient = seen(SeenKeysFixtures.LONG, Duration.ofHours(1));
        Servers.redis().stop();
        var _ = await(patient.look(key("k")));
        Servers.redis().start();
        assertThat(await(remember(patient, key("k")))).isFalse();
        assertThat(patient.isDegraded()).isTrue();
    }

    @Test
    void a_lookup_does_not_wait_for_redis_during_the_pause_after_a_failure() {
        var patient = seen(TIMEOUT, Duration.ofHours(1));
        try (var _ = PausedProcess.redis()) {
            var _ = await(patient.look(key("k")));
            assertThat(await(patient.look(key("k")))).isInstanceOf(UnknownKey.class);
            assertThat(registry.get("onceward.seen.errors").tag("step", "look").counter().count()).isEqualTo(1);
        }
    }

    @Test
    void all_of_100000_lookups_that_waited_for_a_hanging_redis_are_answered() {
        var patient = seen(TIMEOUT, Duration.ofHours(1));
        List<LookupResult> sightings;
        try (var _ = PausedProcess.redis()) {
            sightings = await(SeenKeysTest.all(
                    IntStream.range(0, 100_000).mapToObj(n -> patient.look(key("k" + n))).toList()));
        }
        assertThat(sightings).hasSize(100_000).hasOnlyElementsOfType(UnknownKey.class);
    }

    SeenKeys seen(Duration timeout, Duration pause) {
        return SeenKeysFixtures.seen(new SeenKeysFixtures.Config(Duration.ofHours(24), timeout, pause, 256, 50),
                registry);
    }

    static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}
