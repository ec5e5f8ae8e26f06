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
    void what_does_not_go_to_http_is_not_asked_to_allow_private_addresses(RelayTarget relayTarget) {
        assertThat(program(relayTarget)).doesNotContain(PRIVATE);
    }

    @Test
    void what_goes_to_http_may_go_to_this_machine() {
        assertThat(program(RelayTarget.HTTP)).contains(PRIVATE,
                "-Donceward.subscriptions.bench.sink=http://localhost:1/");
    }

    private static List<String> program(RelayTarget relayTarget) {
        return relayTarget.program("bench", "earliest", "http://localhost:1/");
    }
}
