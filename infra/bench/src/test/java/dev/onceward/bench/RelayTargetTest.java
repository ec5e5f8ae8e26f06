package dev.onceward.bench;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class RelayTargetTest {
    private static final String PRIVATE = "-Donceward.subscriptions.bench.allow-private=true";

    /// The relay refuses the setting elsewhere, and does not start.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"HTTP", "HTTP_KEY"})
    void a_target_that_does_not_deliver_over_http_does_not_set_allow_private(RelayTarget relayTarget) {
        assertThat(program(relayTarget)).doesNotContain(PRIVATE);
    }

    @Test
    void an_http_target_sets_allow_private_and_delivers_to_the_given_address() {
        assertThat(program(RelayTarget.HTTP)).contains(PRIVATE,
                "-Donceward.subscriptions.bench.sink=http://localhost:1/");
    }

    private static List<String> program(RelayTarget relayTarget) {
        return relayTarget.program("bench", "earliest", "http://localhost:1/");
    }
}
