package dev.onceward.relay.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.relay.testing.TestCertificates;

import static dev.onceward.relay.http.HttpSinks.send;
import static dev.onceward.relay.http.HttpSinks.sink;
import static dev.onceward.relay.http.HttpSinks.some;
import static dev.onceward.relay.http.HttpSinks.target;
import static org.assertj.core.api.Assertions.assertThat;

/// The platform's list of authorities is what is trusted; here it is a list of one.
class HttpTlsTest {
    private static final List<String> TRUST = List.of("javax.net.ssl.trustStore", "javax.net.ssl.trustStorePassword");

    @TempDir
    static Path directory;

    @BeforeAll
    static void make_three_certificates_and_trust_two() throws IOException, InterruptedException {
        certificates().make("right", "dns:localhost");
        certificates().make("wrong", "dns:elsewhere.example");
        certificates().make("unknown", "dns:localhost");
        certificates().trust("right");
        certificates().trust("wrong");
        System.setProperty(TRUST.getFirst(), certificates().trusted());
        System.setProperty(TRUST.getLast(), TestCertificates.PASSWORD);
    }

    @AfterAll
    static void restore_the_trust_store() {
        TRUST.forEach(System::clearProperty);
    }

    @Test
    void a_receiver_with_a_trusted_certificate_for_its_name_gets_the_event() {
        try (var receiver = receiver("right")) {
            assertThat(attempt(receiver, "localhost")).isEqualTo(new Delivered(false));
            assertThat(receiver.only().header("host")).isEqualTo("localhost:" + receiver.port());
        }
    }

    @Test
    void a_receiver_with_a_certificate_for_another_name_gets_no_event() {
        try (var receiver = receiver("wrong")) {
            failed(attempt(receiver, "localhost"), "matching localhost found");
            assertThat(receiver.got).isEmpty();
        }
    }

    @Test
    void a_certificate_for_a_host_name_is_not_valid_for_its_ip_address() {
        try (var receiver = receiver("right")) {
            failed(attempt(receiver, "127.0.0.1"), "127.0.0.1");
            assertThat(receiver.got).isEmpty();
        }
    }

    @Test
    void a_receiver_with_an_untrusted_certificate_gets_no_event() {
        try (var receiver = receiver("unknown")) {
            failed(attempt(receiver, "localhost"), "valid certification path");
            assertThat(receiver.got).isEmpty();
        }
    }

    @Test
    void a_receiver_without_tls_gets_no_event() {
        try (var receiver = HttpReceiver.answering(200)) {
            failed(attempt(receiver, "localhost"), "not an SSL/TLS record");
            assertThat(receiver.got).isEmpty();
        }
    }

    private static void failed(AttemptOutcome attemptOutcome, String why) {
        assertThat(attemptOutcome).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).startsWith("TLS failed: ").contains(why));
    }

    private static AttemptOutcome attempt(HttpReceiver receiver, String host) {
        return send(sink(target("https://" + host + ":" + receiver.port() + "/", new Binary())), some());
    }

    private static HttpReceiver receiver(String certificate) {
        return HttpReceiver.with(certificates().server(certificate));
    }

    private static TestCertificates certificates() {
        return new TestCertificates(directory);
    }
}
