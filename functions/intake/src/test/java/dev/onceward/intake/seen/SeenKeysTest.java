package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.redis.RedisKey;
import dev.onceward.intake.seen.LookupResult.KnownKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.redis.RecentDuplicates;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.intake.seen.SeenKeysFixtures.key;
import static dev.onceward.intake.seen.SeenKeysFixtures.known;
import static dev.onceward.intake.seen.SeenKeysFixtures.memory;
import static dev.onceward.intake.seen.SeenKeysFixtures.remember;
import static dev.onceward.intake.seen.SeenKeysFixtures.tell;
import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class SeenKeysTest {
    static final int MIN_DUPLICATES = 50;
    SeenKeys seenKeys;
    String hash;

    /// After the servers were emptied, which makes the database another one.
    @BeforeEach
    void begin() {
        seenKeys = SeenKeysFixtures.seen();
        hash = RedisKey.of(SeenKeysFixtures.database(), key("k")).hash();
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
    void the_name_of_a_hash_contains_the_database_and_has_its_bucket_as_the_hash_tag() {
        var _ = await(remember(seenKeys, key("k")));
        assertThat(tell(Command.KEYS, "*"))
                .matches("\\[i9y:[A-Za-z0-9_-]{12}:\\{\\d{1,6}}:seen1]")
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
    @CsvSource({"PT1H, PT24H, 3540000", "PT48H, PT24H, 86400000", "PT90S, PT24H, 30000", "PT876000H, PT1H, 3600000"})
    void redis_forgets_a_key_a_minute_before_the_log_does_or_after_the_configured_ttl(Duration kept, Duration ttl,
            long millis) {
        var _ = await(seen(ttl, MIN_DUPLICATES).rememberNew(SeenKeysFixtures.unknown(), kept("k", kept)));
        assertThat(await(seenKeys.remaining(key("k")))).isBetween(Duration.ofMillis(millis - 20_000),
                Duration.ofMillis(millis));
        assertThat(Long.parseLong(tell(Command.PTTL, hash))).isBetween(millis - 20_000, ttl.toMillis());
    }

    @Test
    void a_key_is_unknown_when_its_time_is_over_and_other_keys_of_its_hash_are_known() {
        var other = otherOf("k");
        var _ = await(remember(seenKeys, key(other)));
        var _ = await(seenKeys.rememberNew(SeenKeysFixtures.unknown(), kept("k", Duration.ofMillis(60_300))));
        var _ = Eventually.value(() -> await(seenKeys.look(key("k"))), UnknownKey.class::isInstance);
        assertThat(await(seenKeys.look(key(other)))).isEqualTo(known(key(other)));
    }

    @Test
    void expired_keys_are_removed_from_a_hash_that_new_keys_keep_alive() {
        var _ = await(seenKeys.rememberNew(SeenKeysFixtures.unknown(), kept("k", Duration.ofMillis(60_300))));
        var keys = othersOf("k").iterator();
        var _ = Eventually.value(() -> {
            var _ = await(remember(seenKeys, key(keys.next())));
            return isForgotten("k");
        }, isForgotten -> isForgotten);
    }

    @Test
    void a_redis_that_refuses_to_write_is_unavailable() {
        var _ = tell(Command.CONFIG, "SET", "maxmemory", "1");
        try {
            assertThat(await(remember(seenKeys, key("k")))).isFalse();
            assertThat(seenKeys.isDegraded()).isTrue();
        } finally {
            var _ = tell(Command.CONFIG, "SET", "maxmemory", "0");
        }
    }

    @Test
    void redis_is_not_used_for_a_source_without_duplicates_until_it_has_some() {
        var _ = await(remember(seenKeys, key("early")));
        storeNew(RecentDuplicates.WINDOW);
        assertThat(await(remember(seenKeys, key("late")))).isFalse();
        assertThat(await(seenKeys.look(key("early")))).isEqualTo(SeenKeysFixtures.unknown());
        assertThat(await(remember(seenKeys, new Key("invoices", "k")))).isTrue();
        for (var duplicate = 1; duplicate < MIN_DUPLICATES; duplicate++) {
            assertThat(await(seenKeys.rememberDuplicate(SeenKeysFixtures.unknown(), memory(key("twice"))))).isTrue();
        }
        assertThat(await(seenKeys.look(key("twice")))).isInstanceOf(UnknownKey.class);
        var _ = await(seenKeys.rememberDuplicate(SeenKeysFixtures.unknown(), memory(key("twice"))));
        assertThat(await(seenKeys.look(key("twice")))).isEqualTo(known(key("twice")));
        assertThat(await(seenKeys.look(key("early")))).isEqualTo(known(key("early")));
        assertThat(await(remember(seenKeys, key("late")))).isTrue();
    }

    @Test
    void redis_is_used_for_every_source_if_no_duplicates_are_needed() {
        seenKeys = seen(Duration.ofHours(24), 0);
        storeNew(RecentDuplicates.WINDOW);
        assertThat(await(remember(seenKeys, key("k")))).isTrue();
        assertThat(await(seenKeys.look(key("k")))).isEqualTo(known(key("k")));
    }

    private void storeNew(int count) {
        var keys = IntStream.range(0, count).mapToObj(n -> key("new-" + n));
        var _ = await(all(keys.map(key -> remember(seenKeys, key)).toList()));
    }

    @Test
    void a_key_that_the_log_keeps_for_a_minute_or_less_is_not_remembered() {
        assertThat(await(seenKeys.rememberNew(SeenKeysFixtures.unknown(), kept("k", Duration.ofMinutes(1))))).isFalse();
    }

    @Test
    void a_topic_that_equals_the_scope_is_known() {
        var usual = new RememberedKey(key("k"), new Receipt(SeenKeysFixtures.EVENT, key("k").scope()),
                SeenKeysFixtures.FINGERPRINT, Duration.ofHours(1));
        var _ = await(seenKeys.rememberNew(SeenKeysFixtures.unknown(), usual));
        assertThat(await(seenKeys.look(key("k"))))
                .isEqualTo(new KnownKey(usual.receipt(), SeenKeysFixtures.FINGERPRINT));
    }

    @Test
    void expired_keys_are_removed_from_a_large_hash_too() {
        for (var n = 0; n < 2000; n++) {
            var _ = tell(Command.HSET, hash, "expired-" + n, "\0\0\0\0\0\0 and a value");
        }
        var keys = othersOf("k").iterator();
        var _ = Eventually.value(() -> {
            var _ = await(remember(seenKeys, key(keys.next())));
            return Integer.parseInt(tell(Command.HLEN, hash));
        }, size -> size < 1900);
    }

    @Test
    void the_remaining_time_of_a_remembered_key_can_be_read() {
        var _ = await(remember(seenKeys, key("k")));
        assertThat(await(seenKeys.remaining(key("k")))).isBetween(Duration.ofMinutes(58), Duration.ofMinutes(59));
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
    @ValueSource(strings = {"", " ", "short", "sixsix", "longer than a time, yet too short"})
    void an_unreadable_redis_value_makes_its_key_unknown_and_is_no_failure_of_redis(String garbage) {
        SeenKeysFixtures.write(key("k"), garbage);
        assertThat(await(seenKeys.look(key("k")))).isInstanceOf(UnknownKey.class);
        assertThat(seenKeys.isDegraded()).isFalse();
    }

    @Test
    void a_redis_value_of_another_type_makes_its_key_unknown() {
        var _ = tell(Command.LPUSH, hash, "garbage");
        assertThat(await(remember(seenKeys, key("k")))).isTrue();
        assertThat(await(seenKeys.look(key("k")))).isInstanceOf(UnknownKey.class);
        assertThat(seenKeys.isDegraded()).isFalse();
    }

    @Test
    void an_unreadable_redis_value_of_one_key_does_not_hide_another_key() {
        SeenKeysFixtures.write(key("k"), "garbage");
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

    private static SeenKeys seen(Duration ttl, int minDuplicates) {
        return SeenKeysFixtures.seen(
                new SeenKeysFixtures.Config(ttl, SeenKeysFixtures.LONG, Duration.ZERO, 256, minDuplicates),
                new SimpleMeterRegistry());
    }

    private static RememberedKey kept(String value, Duration kept) {
        var memory = memory(key(value));
        return new RememberedKey(memory.key(), memory.receipt(), memory.fingerprint(), kept);
    }

    private static boolean isForgotten(String value) {
        var at = RedisKey.of(SeenKeysFixtures.database(), key(value));
        return SeenKeysFixtures.read(at) == null;
    }

    /// Other keys that share the hash of a key.
    private static Stream<String> othersOf(String value) {
        var database = SeenKeysFixtures.database();
        var bucket = RedisKey.of(database, key(value)).bucket();
        return IntStream.iterate(0, n -> n + 1).mapToObj(n -> "other-" + n)
                .filter(other -> RedisKey.of(database, key(other)).bucket() == bucket);
    }

    private static String otherOf(String value) {
        return othersOf(value).findFirst().orElseThrow();
    }

    static <T> Uni<List<T>> all(List<Uni<T>> unis) {
        return Uni.join().all(unis).andFailFast();
    }
}
