package dev.onceward.relay;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.relay.testing.TestCertificates;
import dev.onceward.testing.Eventually;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Over TLS, to those whom the platform's trust store vouches for, and signed with a private key.
class SecureIT {
    /// The first pair of RFC 8032.
    private static final String SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    private static final String PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    private static final String X509 = "302a300506032b6570032100";
    private static final String BODY = "{\"total\": 42}";

    private final RelayFixture world = new RelayFixture();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit makes it
    Path directory;

    @Test
    void a_receiver_with_a_trusted_certificate_gets_a_signed_event_and_an_untrusted_one_gets_none() throws Exception {
        var certificates = new TestCertificates(directory);
        certificates.make("right", "dns:localhost");
        certificates.make("unknown", "dns:localhost");
        certificates.trust("right");
        try (var right = HttpReceiver.with(certificates.server("right"));
                var unknown = HttpReceiver.with(certificates.server("unknown"));
                var _ = world.relay()
                        .with("javax.net.ssl.trustStore", certificates.trusted())
                        .with("javax.net.ssl.trustStorePassword", TestCertificates.PASSWORD)
                        .with("onceward.subscriptions.right.sink", "https://localhost:" + right.port() + "/hooks")
                        .with("onceward.subscriptions.right.allow-private", "true")
                        .with("onceward.subscriptions.right.start", "earliest")
                        .with("onceward.subscriptions.right.format", "standard-webhooks")
                        .with("onceward.subscriptions.right.secrets", "whsk_" + base64(SEED))
                        .with("onceward.subscriptions.unknown.sink", "https://localhost:" + unknown.port() + "/hooks")
                        .with("onceward.subscriptions.unknown.allow-private", "true")
                        .with("onceward.subscriptions.unknown.start", "earliest").start()) {
            var id = world.append("orders", null, BODY.getBytes(UTF_8));
            Eventually.holds(() -> right.got.size() == 1);
            Eventually.holds(() -> world.sql.query("SELECT error FROM onceward.parked WHERE subscription = 'unknown'")
                    .startsWith("TLS failed: "));
            assertThat(right.only().header("webhook-id")).isEqualTo(id.toString());
            assertThat(right.only().body().toString()).isEqualTo(BODY);
            assertThat(verifies(right.only())).isTrue();
            assertThat(unknown.got).isEmpty();
        }
    }

    private static boolean verifies(HttpReceiver.Got got) throws GeneralSecurityException {
        var signature = got.header("webhook-signature");
        assertThat(signature).startsWith("v1a,");
        var check = Signature.getInstance("Ed25519");
        check.initVerify(KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(X509 + PUBLIC))));
        check.update("%s.%s.%s".formatted(got.header("webhook-id"), got.header("webhook-timestamp"), got.body())
                .getBytes(UTF_8));
        return check.verify(Base64.getDecoder().decode(signature.substring(4)));
    }

    private static String base64(String hex) {
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    }
}
