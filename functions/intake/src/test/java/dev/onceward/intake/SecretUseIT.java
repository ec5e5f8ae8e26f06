package dev.onceward.intake;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.runtime.signing.Signer;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// How an operator learns that the old secret of a rotation can go.
class SecretUseIT {
    private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEW = "whsec_QW4gb3RoZXIgc2VjcmV0LCBvbGQgYnV0IGdvb2Q=";

    private final String source = "rotating-" + fresh();

    @Test
    void a_secret_that_matched_is_counted_logged_and_stored_when_intake_stops() {
        try (var function = launch().start()) {
            send(function, NEW);
            send(function, NEW);
            assertThat(metrics(function))
                    .contains("onceward_intake_secret_matched_total{secret=\"autumn\",source=\"%s\"} 2.0"
                            .formatted(source))
                    .doesNotContain("onceward_intake_secret_matched_total{secret=\"spring\"");
            assertThat(function.output())
                    .containsOnlyOnce("a secret matched for the first time since the start: source=%s secret=autumn"
                            .formatted(source))
                    .doesNotContain(NEW.substring(6));
        }
        assertThat(matched("autumn")).isEqualTo("true");
        assertThat(matched("spring")).isEqualTo("false");
    }

    @Test
    void a_secret_that_was_unused_for_a_week_is_logged_and_measured_if_another_one_matched() {
        try (var function = launch().start()) {
            send(function, NEW);
        }
        sql().execute(
                """
                        UPDATE onceward.secret_use SET first_configured_at = first_configured_at - interval '9 days' WHERE source = '%s'
                        """
                        .formatted(source));
        try (var function = launch().start()) {
            Eventually.holds(() -> function.output().contains(
                    "a secret has matched no request for days and can be removed: source=%s secret=spring days=9"
                            .formatted(source)));
            assertThat(function.output()).doesNotContain("secret=autumn days=");
            assertThat(metrics(function))
                    .contains("onceward_intake_secret_unused_days{secret=\"spring\",source=\"%s\"} 9.0"
                            .formatted(source))
                    .contains("onceward_intake_secret_unused_days{secret=\"autumn\",source=\"%s\"} 0.0"
                            .formatted(source));
        }
    }

    private String matched(String secret) {
        return sql().query(
                "SELECT last_matched_at IS NOT NULL FROM onceward.secret_use WHERE source = '%s' AND secret = '%s'"
                        .formatted(source, secret));
    }

    private StartFunction launch() {
        return Intakes.bare().with("onceward.sources." + source + ".preset", "standard-webhooks")
                .with("onceward.sources." + source + ".secret.spring", OLD)
                .with("onceward.sources." + source + ".secret.autumn", NEW);
    }

    private void send(FunctionProcess function, String secret) {
        asking(function).headers(Signer.of(List.of(secret)).sign("msg_" + fresh(), Instant.now(), new byte[0]))
                .post("/hooks/" + source)
                .then().statusCode(202);
    }

    private static String metrics(FunctionProcess function) {
        return PrometheusMetrics.text(function);
    }
}
