package dev.onceward.e2e;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Untrusted in: what a source does not allow in so many words is refused, and every size is capped.
class Law10UntrustedTest {

    @Test
    void a_source_that_says_nothing_of_signatures_stops_the_start() throws Exception {
        try (var world = new World();
                var intake = Function.intake(world.backends, Map.of("ONCEWARD_SOURCES_SHOP_TOPIC", "shop"))) {
            assertThat(intake.exit()).isNotZero();
            assertThat(intake.said()).contains("onceward.sources.shop.preset").contains("unsigned=true");
        }
    }

    @Test
    void an_unsigned_request_to_a_signed_source_is_refused_and_leaves_no_trace_in_the_log() throws Exception {
        var signed = Map.of("ONCEWARD_SOURCES_SHOP_PRESET", "standard-webhooks",
                "ONCEWARD_SOURCES_SHOP_SECRETS", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        try (var world = new World(); var intake = Function.intake(world.backends, signed).ready()) {
            assertThat(Sender.send(intake.at("/hooks/shop"), "k", "{}").statusCode()).isEqualTo(401);
            assertThat(world.database.number("SELECT count(*) FROM onceward.event")).isZero();
        }
    }

    @Test
    void a_body_over_the_cap_is_refused_and_leaves_no_trace_in_the_log() throws Exception {
        try (var world = new World(); var intake = world.intake().ready()) {
            assertThat(Sender.send(intake.at("/hooks/orders"), "k", "x".repeat(1_048_577)).statusCode()).isEqualTo(413);
            assertThat(world.database.number("SELECT count(*) FROM onceward.event")).isZero();
        }
    }
}
