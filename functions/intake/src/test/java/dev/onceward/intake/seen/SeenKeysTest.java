package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.redis.RedisKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.key.Key;
import dev.onceward.testing.OnServers;

import static dev.onceward.intake.seen.SeenKeysFixtures.key;
import static dev.onceward.intake.seen.SeenKeysFixtures.known;
import static dev.onceward.intake.seen.SeenKeysFixtures.memory;
import static dev.onceward.intake.seen.SeenKeysFixtures.remember;
import static dev.onceward.intake.seen.SeenKeysFixtures.tell;
import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class SeenKeysTest {
    SeenKeys seenKeys;
    String first;

    /// After the servers were emptied, which makes the database another one.
    @BeforeEach
    void begin() {
        seenKeys = SeenKeysFixtures.seen();
        first = new RedisKey(SeenKeysFixtures.database(), key("k")).text();
    }

    @Test
    void a_remembered_key_is_known() {
        assertThat(await(remember(seenKeys, key("k")))).isTrue();
        assertThat(await(seenKeys.look(key("k")))).isEqualTo(known(key("k")));
    }

    @Test
    void a_key_that_was_not_remembered_is_unknown() {
        assertThat(await(seenKeys.look(key("k")))).isInstanceOf(UnknownKey.class);
    }

    @Test
    void the_same_key_in_another_scope_is_unknown() {
        var _ = await(remember(seenKeys, key("k")));
        assertThat(await(seenKeys.look(new Key("invoices", "k")))).isInstanceOf(UnknownKey.class);
    }

    @Test
    void a_redis_key_contains_the_database_and_has_its_bucket_as_the_hash_tag() {
        var _ = await(remember(seenKeys, key("k")));
        assertThat(tell(Command.KEYS, "*"))
                .matches("\\[i9y:[A-Za-z0-9_-]{12}:\\{\\d{1,4}}:seen:orders:k]")
                .contains(SeenKeysFixtures.database());
    }

    @Test
    void each_lookup_of_a_batch_over_several_scopes_gets_its_own_answer() {
        var keys = IntStream.range(0, 500).mapToObj(n -> new Key("scope-" + n % 3, "k" + n)).toList();
        var odd = keys.stream().filter(key -> key.value().matches(".*[13579]")).toList();
        var _ = await(all(odd.stream().map(key -> remember(seenKeys, key)).toList()));
        var sightings = await(all(keys.stream().map(seenKeys::look).toList()));
        assertThat(sightings)
                .isEqualTo(
                        keys.stream().map(key -> odd.contains(key) ? known(key) : SeenKeysFixtures.unknown()).toList());
    }

    @ParameterizedTest
    @CsvSource({"PT1H, PT24H, 3600000", "PT48H, PT24H, 86400000", "PT0.5S, PT24H, 500", "PT876000H, PT1H, 3600000"})
    void redis_keeps_a_key_as_long_as_the_log_does_and_no_longer_than_the_configured_ttl(Duration kept, Duration ttl,
            long millis) {
        var config = new SeenKeysFixtures.Config(ttl, Duration.ofSeconds(5), Duration.ZERO, 256);
        var memory = memory(key("k"));
        var _ = await(SeenKeysFixtures.seen(config, new SimpleMeterRegistry())
                .remember(SeenKeysFixtures.unknown(),
                        new RememberedKey(memory.key(), memory.receipt(), memory.fingerprint(), kept)));
        assertThat(Long.parseLong(tell(Command.PTTL, first))).isBetween(millis - 400, millis);
    }

    @Test
    void the_remaining_time_of_a_remembered_key_can_be_read() {
        var _ = await(remember(seenKeys, key("k")));
        assertThat(await(seenKeys.remaining(key("k")))).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
    }

    @Test
    void the_remaining_time_of_an_unknown_key_is_zero() {
        assertThat(await(seenKeys.remaining(key("k")))).isZero();
    }

    @Test
    void a_key_is_unknown_after_a_flush_of_redis_and_redis_is_not_degraded() {
        var _ = await(remember(seenKeys, key("k")));
        var _ = tell(Command.FLUSHALL);
        assertThat(await(seenKeys.look(key("k")))).isInstanceOf(UnknownKey.class);
        assertThat(seenKeys.isDegraded()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "garbage", "a b c", "fingerprint 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
            "fingerprint not-a-uuid-of-thirty-six-characters! topic",
            "fingerprint zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz topic",
            "fingerprint 017f22e2-79b0-7cc3-98c4-dc0c0c07398f topic"})
    void an_unreadable_redis_value_makes_its_key_unknown_and_is_no_failure_of_redis(String garbage) {
        var _ = tell(Command.SET, first, garbage);
        assertThat(await(seenKeys.look(key("k")))).isInstanceOf(UnknownKey.class);
        assertThat(seenKeys.isDegraded()).isFalse();
    }

    @Test
    void a_redis_value_of_another_type_makes_its_key_unknown() {
        var _ = tell(Command.LPUSH, first, "garbage");
        assertThat(await(seenKeys.look(key("k")))).isInstanceOf(UnknownKey.class);
    }

    @Test
    void an_unreadable_redis_value_of_one_key_does_not_hide_another_key() {
        var _ = tell(Command.SET, first, "fingerprint zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz topic");
        var _ = await(remember(seenKeys, key("good")));
        var sightings = await(
                all(List.of(seenKeys.look(key("first")), seenKeys.look(key("k")), seenKeys.look(key("good")))));
        assertThat(sightings.getLast()).isEqualTo(known(key("good")));
    }

    @Test
    void a_topic_may_have_spaces_and_a_key_any_character() {
        var odd = key("a}b{c} größe\n");
        var _ = await(remember(seenKeys, odd));
        assertThat(await(seenKeys.look(odd))).isEqualTo(known(odd));
    }

    static <T> Uni<List<T>> all(List<Uni<T>> unis) {
        return Uni.join().all(unis).andFailFast();
    }
}
