package dev.onceward.intake.redis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.key.Key;

import static org.assertj.core.api.Assertions.assertThat;

class RedisKeyTest {

    @ParameterizedTest
    @ValueSource(strings = {"order-%d", "evt_%016x", "%d", "1700000000.%06d"})
    void the_keys_of_one_source_spread_evenly_over_all_buckets(String form) {
        var perRange = new HashMap<Integer, Integer>();
        IntStream.range(0, 64_000).map(n -> at("shop", form.formatted(n)).bucket() / (RedisKey.BUCKETS / 64))
                .forEach(range -> perRange.merge(range, 1, Integer::sum));
        assertThat(perRange).hasSize(64);
        assertThat(perRange.values()).allMatch(count -> count > 800 && count < 1200);
    }

    @Test
    void keys_have_fields_of_their_own_whatever_is_in_scope_and_key() {
        var fields = new HashSet<>();
        for (var pair : new String[][]{{"a", "b:c"}, {"a:b", "c"}, {"a%3Ab", "c"}, {"a", ""}, {"", "a"},
                {"a{b}", "c"}}) {
            fields.add(at(pair[0], pair[1]).field());
        }
        assertThat(fields).hasSize(6);
    }

    @Test
    void the_hash_is_named_after_the_database_and_the_bucket() {
        var at = at("a{b}", "{c}");
        assertThat(at.hash()).isEqualTo("i9y:database:{" + at.bucket() + "}:seen1");
    }

    static RedisKey at(String scope, String value) {
        return RedisKey.of("database", new Key(scope, value));
    }
}
