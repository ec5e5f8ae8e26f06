package dev.onceward.intake.redis;

import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.key.Key;

import static org.assertj.core.api.Assertions.assertThat;

class RedisKeyTest {

    @ParameterizedTest
    @ValueSource(strings = {"order-%d", "evt_%016x", "%d", "1700000000.%06d", "%064x"})
    void the_keys_of_one_source_spread_evenly_over_all_buckets(String form) {
        var perBucket = buckets(n -> form.formatted(n));
        assertThat(perBucket.keySet()).hasSize(1024);
        assertThat(perBucket.values()).allMatch(count -> count > 50 && count < 200);
    }

    @Test
    void a_colon_in_a_scope_is_not_taken_for_its_end() {
        assertThat(text("a", "b:c")).isNotEqualTo(text("a:b", "c"));
        assertThat(text("a%3Ab", "c")).isNotEqualTo(text("a:b", "c"));
    }

    @Test
    void a_brace_in_a_scope_or_key_does_not_change_the_hash_tag() {
        assertThat(text("a{b}", "{c}")).matches("i9y:database:\\{\\d+}:seen:a\\{b}:\\{c}");
    }

    static Map<Integer, Long> buckets(IntFunction<String> key) {
        return IntStream.range(0, 102_400)
                .mapToObj(n -> new RedisKey("database", new Key("shop", key.apply(n))).bucket())
                .collect(Collectors.groupingBy(bucket -> bucket, Collectors.counting()));
    }

    static String text(String scope, String value) {
        return new RedisKey("database", new Key(scope, value)).text();
    }
}
