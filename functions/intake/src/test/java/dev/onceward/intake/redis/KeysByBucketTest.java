package dev.onceward.intake.redis;

import java.util.ArrayList;
import java.util.List;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class KeysByBucketTest {
    final List<List<String>> asked = new ArrayList<>();

    @Test
    void each_bucket_is_queried_once_and_the_answers_are_in_the_order_of_the_keys() {
        var answers = await(ask(List.of("a1", "b1", "a2", "c1", "b2", "a1")));
        assertThat(answers).containsExactly("a1!", "b1!", "a2!", "c1!", "b2!", "a1!");
        assertThat(asked).containsExactly(List.of("a1", "a2", "a1"), List.of("b1", "b2"), List.of("c1"));
    }

    @Test
    void the_keys_of_one_bucket_are_queried_in_their_order() {
        assertThat(await(ask(List.of("a2", "a1")))).containsExactly("a2!", "a1!");
    }

    @Test
    void a_bucket_whose_query_fails_makes_the_whole_lookup_fail() {
        assertThatIllegalStateException().isThrownBy(() -> await(ask(List.of("a1", "x1"))));
    }

    Uni<List<String>> ask(List<String> items) {
        return KeysByBucket.ask(items, item -> item.charAt(0), this::answer);
    }

    Uni<List<String>> answer(List<String> items) {
        asked.add(items);
        return items.contains("x1")
                ? Uni.createFrom().failure(new IllegalStateException("x"))
                : Uni.createFrom().item(items.stream().map(item -> item + "!").toList());
    }
}
