package dev.onceward.intake;

import io.restassured.response.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/// A sender that makes up the secrets itself and hands them over in a handshake.
class HandshakeSecretsIT {
    private static final String HEADER = "X-Hook-Secret";

    private final String source = "asana-" + fresh();
    private final String secret = fresh();

    @BeforeEach
    void start() {
        Servers.postgres().start();
    }

    @Test
    void a_secret_given_in_a_handshake_verifies_later_requests() {
        try (var function = launch().start()) {
            send(function, secret).then().statusCode(401);
            handshake(function, "made-up-test-token", secret).then().statusCode(200).header(HEADER, equalTo(secret))
                    .body(equalTo(""));
            send(function, secret).then().statusCode(200);
            assertThat(Intakes.stored(source)).isEqualTo(1);
            assertThat(function.output()).contains("source=" + source + " secret=learned-").doesNotContain(secret);
        }
    }

    @Test
    void two_secrets_given_in_handshakes_both_verify_requests() {
        var other = fresh();
        try (var function = launch().start()) {
            handshake(function, "made-up-test-token", secret).then().statusCode(200);
            handshake(function, "made-up-test-token", other).then().statusCode(200);
            send(function, secret).then().statusCode(200);
            send(function, other).then().statusCode(200);
            send(function, fresh()).then().statusCode(401);
        }
    }

    @Test
    void a_secret_given_with_a_wrong_handshake_token_is_refused() {
        try (var function = launch().start()) {
            handshake(function, "guessed", secret).then().statusCode(401).header(HEADER, nullValue());
            send(function, secret).then().statusCode(401);
        }
    }

    @Test
    void a_secret_learned_by_one_process_is_accepted_by_another_at_once_and_after_a_restart() {
        try (var one = launch().start(); var other = launch().start()) {
            send(one, secret).then().statusCode(401);
            send(other, secret).then().statusCode(401);
            for (var i = 0; i < 5; i++) {
                var next = fresh();
                handshake(one, "made-up-test-token", next).then().statusCode(200);
                send(other, next).then().statusCode(200);
            }
            handshake(other, "made-up-test-token", secret).then().statusCode(200);
        }
        try (var later = launch().start()) {
            send(later, secret).then().statusCode(200);
        }
    }

    /// It may be good: only the database could tell.
    @Test
    void without_postgresql_handshakes_and_unverified_requests_are_answered_503() {
        try (var function = launch().start()) {
            handshake(function, "made-up-test-token", secret).then().statusCode(200);
            Servers.postgres().stop();
            handshake(function, "made-up-test-token", fresh()).then().statusCode(503).contentType(PROBLEM)
                    .header(HEADER, nullValue());
            send(function, fresh()).then().statusCode(503).contentType(PROBLEM);
            Servers.postgres().start();
            Eventually.holds(() -> send(function, secret).statusCode() == 200);
            send(function, fresh()).then().statusCode(401);
        }
    }

    private StartFunction launch() {
        return Intakes.bare().with("onceward.sources." + source + ".preset", "asana")
                .with("onceward.sources." + source + ".handshake-token", "made-up-test-token");
    }

    private Response handshake(FunctionProcess function, String token, String given) {
        return asking(function).header(HEADER, given).body("{}").post("/hooks/" + source + "?token=" + token);
    }

    private Response send(FunctionProcess function, String signedWith) {
        var body = "{\"events\":[{\"gid\":\"%s\"}]}".formatted(fresh());
        var made = HmacKey.of("HmacSHA256", signedWith.getBytes(UTF_8)).sign(SignedContent.of(body.getBytes(UTF_8)));
        return asking(function).header("X-Hook-Signature", Encoding.HEX.text(made)).body(body)
                .post("/hooks/" + source);
    }
}
