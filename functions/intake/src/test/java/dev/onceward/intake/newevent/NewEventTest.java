package dev.onceward.intake.newevent;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.log.Entries;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.Key;

import static org.assertj.core.api.Assertions.assertThat;

class NewEventTest {
    @Test
    void ordering_keys_spread_over_all_shards_from_0_to_15() {
        var shards = IntStream.range(0, 10_000).mapToObj(n -> ordered("customer-" + n).shard());
        assertThat(shards.distinct().sorted().toList())
                .isEqualTo(IntStream.range(0, 16).mapToObj(n -> (short) n).toList());
    }

    /// Another version, another JVM and another machine must agree, or the order within a key is lost.
    @Test
    void the_shard_of_an_ordering_key_is_the_same_in_every_version() {
        assertThat(Stream.of("", "a", "customer-7", "größe", "polygenelubricants").map(key -> ordered(key).shard()))
                .containsExactly((short) 0, (short) 1, (short) 8, (short) 1, (short) 0);
    }

    @Test
    void events_without_an_ordering_key_spread_over_all_shards() {
        var shards = IntStream.range(0, 10_000).mapToObj(_ -> ordered(null).shard());
        assertThat(shards.distinct()).hasSize(16).allMatch(shard -> shard >= 0 && shard < 16);
    }

    @Test
    void an_event_weighs_more_than_its_body() {
        assertThat(Entries.keyed("k", "b".repeat(1000)).weight()).isBetween(1000L, 2000L);
    }

    @Test
    void an_event_put_under_another_key_differs_only_in_its_key() {
        var entry = Entries.keyed("k");
        var other = new Key("orders", "other");
        assertThat(entry.under(other)).usingRecursiveComparison().ignoringFields("key").isEqualTo(entry);
        assertThat(entry.under(other).key()).isEqualTo(other);
    }

    @Test
    void an_event_without_retention_keeps_its_key_for_a_hundred_years_at_least() {
        assertThat(Entries.forever("k").kept()).isGreaterThanOrEqualTo(Duration.ofDays(36_500));
    }

    static NewEvent ordered(@Nullable String ordering) {
        var any = Entries.keyed("k");
        return new NewEvent(any.id(), "shop", "orders", null, ordering, Map.of(), Buffer.buffer(), EventTrace.NONE,
                null,
                any.fingerprint(), null);
    }
}
