package dev.onceward.bench.relay;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RelayTargetTest {
    private static final String PRIVATE = "-Donceward.subscriptions.bench.allow-private=true";

    /// The relay refuses the setting elsewhere, and does not start.
    @Test
    void only_what_goes_to_http_is_allowed_private_addresses() {
        var allowed = RelayTarget.ALL.stream()
                .filter(target -> target.program("bench", "earliest", "http://localhost:1/").contains(PRIVATE));

        assertThat(allowed).extracting(RelayTarget::name).containsExactly("http", "http-key");
    }

    @Test
    void http_goes_to_the_receiver() {
        assertThat(RelayTarget.HTTP.program("bench", "earliest", "http://localhost:1/"))
                .contains("-Donceward.subscriptions.bench.sink=http://localhost:1/",
                        "-Donceward.subscriptions.bench.start=earliest");
    }
}
