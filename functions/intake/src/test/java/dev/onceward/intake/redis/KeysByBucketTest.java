package dev.onceward.intake.redis;

import java.util.ArrayList;
import java.util.List;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class KeysByBucketTest {
    final List<List<String>> asked = new ArrayList<>();

    @Test
    void each_bucket_is_asked_once_and_the_answers_come_in_the_order_of_the_questions() {
        var answers = await(ask(List.of("a1", "b1", "a2", "c1", "b2", "a1")));
        assertThat(answers).containsExactly("a1!", "b1!", "a2!", "c1!", "b2!", "a1!");
        assertThat(asked).containsExactly(List.of("a1", "a2", "a1"), List.of("b1", "b2"), List.of("c1"));
    }

    @Test
    void one_bucket_is_asked_as_it_is() {
        assertThat(await(ask(List.of("a2", "a1")))).containsExactly("a2!", "a1!");
    }

    @Test
    void a_bucket_that_fails_fails_the_question() {
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
