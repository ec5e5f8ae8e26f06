package dev.onceward.relay.http;

import java.util.Map;

import io.vertx.core.http.HttpServerOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.subscription.HttpUrl;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Http;
import dev.onceward.relay.testing.HttpReceiver;

import static dev.onceward.relay.http.HttpSinks.send;
import static dev.onceward.relay.http.HttpSinks.sink;
import static dev.onceward.relay.http.HttpSinks.some;
import static dev.onceward.relay.http.HttpSinks.target;
import static org.assertj.core.api.Assertions.assertThat;

class HttpReachTest {

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "2130706433", "[::ffff:127.0.0.1]"})
    void an_event_for_a_private_address_is_not_sent(String host) {
        try (var receiver = HttpReceiver.answering(200)) {
            var url = HttpUrl.of("http://" + host + ":" + receiver.port());
            var outcome = send(sink(new Http(url, new Binary(), Map.of(), false)), some());
            assertThat(outcome).isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.why())
                    .endsWith(" has no public address, and allow-private is not set"));
            assertThat(receiver.got).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "2130706433"})
    void with_allow_private_a_private_address_is_reached_under_the_configured_host(String host) {
        try (var receiver = HttpReceiver.answering(200)) {
            var url = "http://" + host + ":" + receiver.port();
            assertThat(send(sink(target(url, new Binary())), some())).isEqualTo(new Delivered(false));
            assertThat(receiver.only().header("host")).isEqualTo(host + ":" + receiver.port());
        }
    }

    @Test
    void an_ipv6_address_keeps_its_brackets_in_the_host_header() {
        HttpReceiver receiver;
        try {
            receiver = HttpReceiver.with(new HttpServerOptions().setHost("::1"));
        } catch (RuntimeException withoutIpv6) {
            Assumptions.abort("no IPv6 here");
            return;
        }
        try (receiver) {
            var url = "http://[::1]:" + receiver.port();
            assertThat(send(sink(target(url, new Binary())), some())).isEqualTo(new Delivered(false));
            assertThat(receiver.only().header("host")).isEqualTo("[::1]:" + receiver.port());
        }
    }

    @Test
    void an_attempt_to_a_host_without_an_address_fails() {
        assertThat(send(sink(target("http://nowhere.invalid/", new Binary())), some()))
                .isEqualTo(new Failed("the host nowhere.invalid has no address", null, null));
    }
}
