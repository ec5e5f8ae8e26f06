package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static dev.onceward.intake.verify.FetchedKeys.MOST_STRANGE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class FetchedKeysTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final KeyServer sender = new KeyServer();
    private final FetchedKeys keys = new FetchedKeys(clock, new FetchUrl(sender.vertx(), PATIENCE));
    private final URI key = sender.at("/key");

    @AfterEach
    void end() {
        sender.close();
    }

    @Test
    void a_key_is_available_once_it_was_fetched() {
        assertThat(keys.at(key)).isEmpty();
        assertThat(fetch(key)).isTrue();
        assertThat(text(key)).isEqualTo("key");
    }

    @Test
    void concurrent_fetches_of_a_key_ask_its_sender_once() {
        var gate = Promise.<Void>promise();
        sender.answers(request -> gate.future().onSuccess(_ -> request.response().end("key")));
        var all = IntStream.range(0, 50).mapToObj(_ -> keys.fetch("source", key).subscribeAsCompletionStage()).toList();
        gate.complete();
        assertThat(all).extracting(CompletableFuture::join).containsOnly(true);
        assertThat(sender.asked()).hasSize(1);
    }

    @Test
    void a_key_that_was_just_fetched_is_not_fetched_again() {
        assertThat(fetch(key)).isTrue();
        assertThat(fetch(key)).isTrue();
        assertThat(sender.asked()).hasSize(1);
    }

    @Test
    void a_key_is_fetched_again_after_ten_minutes() {
        assertThat(fetch(key)).isTrue();
        clock.pass(Duration.ofMinutes(10).minusSeconds(1));
        assertThat(text(key)).isEqualTo("key");
        clock.pass(Duration.ofSeconds(1));
        assertThat(keys.at(key)).isEmpty();
        sender.answers("another key");
        assertThat(fetch(key)).isTrue();
        assertThat(text(key)).isEqualTo("another key");
    }

    @Test
    void an_old_key_is_used_for_a_day_while_it_cannot_be_fetched_again() {
        assertThat(fetch(key)).isTrue();
        sender.fails();
        clock.pass(Duration.ofHours(23));
        assertThat(fetch(key)).isTrue();
        assertThat(text(key)).isEqualTo("key");
        clock.pass(Duration.ofHours(1));
        assertThat(fetch(key)).isFalse();
        assertThat(keys.at(key)).isEmpty();
    }

    @Test
    void a_failed_fetch_is_not_repeated_for_ten_seconds() {
        sender.fails();
        assertThat(fetch(key)).isFalse();
        sender.answers("key");
        clock.pass(Duration.ofSeconds(9));
        assertThat(fetch(key)).isFalse();
        assertThat(sender.asked()).hasSize(1);
        clock.pass(Duration.ofSeconds(1));
        assertThat(fetch(key)).isTrue();
    }

    @Test
    void a_failed_fetch_of_an_expired_key_is_not_repeated_at_once() {
        assertThat(fetch(key)).isTrue();
        sender.fails();
        clock.pass(Duration.ofDays(2));
        assertThat(fetch(key)).isFalse();
        assertThat(fetch(key)).isFalse();
        assertThat(sender.asked()).hasSize(2);
    }

    @Test
    void fetches_of_unknown_keys_are_limited_per_minute() {
        sender.fails();
        assertThat(fetch(0, MOST_STRANGE + 10)).containsOnly(false);
        assertThat(sender.asked()).hasSize(MOST_STRANGE);
        clock.pass(Duration.ofMinutes(1));
        assertThat(fetch(MOST_STRANGE + 10, MOST_STRANGE + 11)).containsOnly(false);
        assertThat(sender.asked()).hasSize(MOST_STRANGE + 1);
    }

    @Test
    void a_known_key_is_fetched_although_the_limit_for_unknown_keys_is_reached() {
        assertThat(fetch(key)).isTrue();
        clock.pass(Duration.ofMinutes(10));
        sender.fails();
        assertThat(fetch(0, MOST_STRANGE + 10)).containsOnly(false);
        sender.answers("key");
        assertThat(fetch(key)).isTrue();
        assertThat(sender.asked()).hasSize(MOST_STRANGE + 2).endsWith("/key");
    }

    @Test
    void failed_fetches_of_unknown_keys_evict_no_key() {
        assertThat(fetch(key)).isTrue();
        sender.fails();
        for (var i = 0; i < 5; i++) {
            clock.pass(Duration.ofMinutes(1));
            assertThat(fetch(i * 30, i * 30 + 30)).containsOnly(false);
        }
        assertThat(text(key)).isEqualTo("key");
    }

    @Test
    void a_hundred_keys_are_kept_and_the_least_recently_used_key_is_evicted() {
        for (var i = 0; i < 101; i++) {
            clock.pass(Duration.ofSeconds(3));
            assertThat(fetch(sender.at("/" + i))).isTrue();
        }
        assertThat(keys.at(sender.at("/0"))).isEmpty();
        assertThat(keys.at(sender.at("/1"))).isPresent();
        assertThat(keys.at(sender.at("/100"))).isPresent();
    }

    private boolean fetch(URI address) {
        return keys.fetch("source", address).await().atMost(PATIENCE);
    }

    private List<Boolean> fetch(int from, int to) {
        var all = IntStream.range(from, to).mapToObj(i -> keys.fetch("source", sender.at("/" + i))).toList();
        return Uni.join().all(all).usingConcurrencyOf(2).andFailFast().await().atMost(PATIENCE);
    }

    private String text(URI address) {
        return new String(keys.at(address).orElseThrow(), UTF_8);
    }
}
