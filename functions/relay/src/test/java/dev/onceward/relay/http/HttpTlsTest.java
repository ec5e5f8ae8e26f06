package dev.onceward.relay.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.sink.Outcome.Delivered;
import dev.onceward.relay.sink.Outcome.Failed;
import dev.onceward.relay.subscription.Subscription.Target.Format.Binary;
import dev.onceward.relay.testing.HttpReceiver;

import static dev.onceward.relay.http.HttpSinks.send;
import static dev.onceward.relay.http.HttpSinks.sink;
import static dev.onceward.relay.http.HttpSinks.some;
import static dev.onceward.relay.http.HttpSinks.target;
import static org.assertj.core.api.Assertions.assertThat;

/// The platform's list of authorities is what is trusted; here it is a list of one.
class HttpTlsTest {
    private static final String PASSWORD = "changeit";
    private static final List<String> TRUST = List.of("javax.net.ssl.trustStore", "javax.net.ssl.trustStorePassword");

    @TempDir
    static Path directory;

    @BeforeAll
    static void trustOnlyTheRightOne() throws IOException, InterruptedException {
        certificate("right", "dns:localhost");
        certificate("wrong", "dns:elsewhere.example");
        certificate("unknown", "dns:localhost");
        for (var name : List.of("right", "wrong")) {
            keytool("-exportcert", "-alias", name, "-keystore", store(name), "-file", store(name) + ".crt");
            keytool("-importcert", "-noprompt", "-alias", name, "-keystore", store("trusted"), "-file",
                    store(name) + ".crt");
        }
        System.setProperty(TRUST.getFirst(), store("trusted"));
        System.setProperty(TRUST.getLast(), PASSWORD);
    }

    @AfterAll
    static void trustAsBefore() {
        TRUST.forEach(System::clearProperty);
    }

    @Test
    void a_receiver_that_proves_its_name_gets_the_event() {
        try (var receiver = receiver("right")) {
            assertThat(attempt(receiver, "localhost")).isEqualTo(new Delivered(false));
            assertThat(receiver.only().header("host")).isEqualTo("localhost:" + receiver.port());
        }
    }

    @Test
    void a_receiver_with_another_name_does_not() {
        try (var receiver = receiver("wrong")) {
            failed(attempt(receiver, "localhost"), "matching localhost found");
            assertThat(receiver.got).isEmpty();
        }
    }

    @Test
    void the_address_that_a_name_led_to_does_not_stand_in_for_the_name() {
        try (var receiver = receiver("right")) {
            failed(attempt(receiver, "127.0.0.1"), "127.0.0.1");
            assertThat(receiver.got).isEmpty();
        }
    }

    @Test
    void a_receiver_that_nobody_vouches_for_does_not() {
        try (var receiver = receiver("unknown")) {
            failed(attempt(receiver, "localhost"), "valid certification path");
            assertThat(receiver.got).isEmpty();
        }
    }

    @Test
    void a_receiver_without_tls_does_not() {
        try (var receiver = HttpReceiver.answering(200)) {
            failed(attempt(receiver, "localhost"), "not an SSL/TLS record");
            assertThat(receiver.got).isEmpty();
        }
    }

    private static void failed(Outcome outcome, String why) {
        assertThat(outcome).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.why()).startsWith("TLS failed: ").contains(why));
    }

    private static Outcome attempt(HttpReceiver receiver, String host) {
        return send(sink(target("https://" + host + ":" + receiver.port() + "/", new Binary())), some());
    }

    private static HttpReceiver receiver(String certificate) {
        return HttpReceiver.with(new HttpServerOptions().setHost("127.0.0.1").setSsl(true)
                .setKeyCertOptions(new PfxOptions().setPath(store(certificate)).setPassword(PASSWORD)));
    }

    private static void certificate(String name, String subject) throws IOException, InterruptedException {
        keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "san=" + subject,
                "-keystore", store(name));
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        var ended = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.txt").toFile()).start().waitFor();
        assertThat(ended).isZero();
    }

    private static String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }
}
